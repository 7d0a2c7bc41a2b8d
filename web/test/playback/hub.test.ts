// Does the way to the server hold? A socket that all share, gaps, restarts, silence, streams where no socket opens.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Hub } from "@/playback/live/hub";
import type { Watcher } from "@/playback/live/streams";
import { FakeSocket, FakeStream } from "./fakes";

const socket = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;
const stream = (): FakeStream => FakeStream.all.at(-1) as FakeStream;

function watcher(): Watcher & { seen: number[]; ways: string[]; over: boolean; problems: string[] } {
  const made = {
    seen: [] as number[],
    ways: [] as string[],
    problems: [] as string[],
    over: false,
    after: () => made.seen.at(-1) ?? 0,
    heard: (values: readonly unknown[]) => {
      for (const value of values) made.seen.push((value as { seq: number }).seq);
    },
    ended: () => {
      made.over = true;
    },
    connection: (now: string) => {
      made.ways.push(now);
    },
    failed: (problem: { code: string }) => {
      made.problems.push(problem.code);
    },
  };
  return made;
}

beforeEach(() => {
  vi.useFakeTimers();
  [FakeSocket.all, FakeStream.all] = [[], []];
  vi.stubGlobal("WebSocket", FakeSocket);
  vi.stubGlobal("EventSource", FakeStream);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test("one socket for many sessions; notes go to who watches", () => {
  const [hub, one, other] = [new Hub(), watcher(), watcher()];
  hub.watch("a", one);
  const leave = hub.watch("b", other);
  expect(FakeSocket.all.length).toBe(1);
  socket().open();
  expect(socket().sent.map((said) => [said.do, said.session])).toEqual([
    ["subscribe", "a"],
    ["subscribe", "b"],
  ]);
  socket().say({ session: "b", events: [{ seq: 1 }, { seq: 2 }] });
  expect([one.seen, other.seen]).toEqual([[], [1, 2]]);
  leave();
  socket().say({ session: "b", events: [{ seq: 3 }] });
  expect(other.seen).toEqual([1, 2]);
  expect(socket().sent.at(-1)).toMatchObject({ do: "unsubscribe", session: "b" });
  socket().onmessage({ data: "{half" });
  socket().say({ session: "a", ended: true });
  expect(one.over).toBe(true);
});

test("two who watch one session both hear it, and one may leave", () => {
  const [hub, one, other] = [new Hub(), watcher(), watcher()];
  const leave = hub.watch("a", one);
  hub.watch("a", other);
  socket().open();
  leave();
  socket().say({ session: "a", events: [{ seq: 1 }] });
  expect([one.seen, other.seen]).toEqual([[], [1]]);
  expect(socket().sent.every((said) => said.do !== "unsubscribe")).toBe(true);
});

test("the server restarts: subscribed again after what was heard, without gap or duplicate", () => {
  const [hub, one] = [new Hub(), watcher()];
  hub.watch("a", one);
  socket().open();
  socket().say({ session: "a", events: [{ seq: 1 }, { seq: 2 }] });
  socket().close();
  expect(one.ways.at(-1)).toBe("reconnecting");
  vi.advanceTimersByTime(600);
  expect(FakeSocket.all.length).toBe(2);
  socket().open();
  expect(socket().sent[0]).toMatchObject({ do: "subscribe", session: "a", after: 2 });
  expect(one.ways.at(-1)).toBe("live");
});

test("back after a while away, it says that anything may have changed; at first it says nothing", () => {
  const hub = new Hub();
  const told: (readonly string[])[] = [];
  hub.onChange((sessions) => told.push(sessions));
  socket().open();
  expect(told).toEqual([]);
  socket().say({ changed: ["a"] });
  socket().close();
  vi.advanceTimersByTime(600);
  socket().open();
  expect(told).toEqual([["a"], []]);
});

test("where no socket opens, streams; when one opens after all, the streams close", () => {
  const [hub, one] = [new Hub(), watcher()];
  hub.watch("a", one);
  socket().close();
  vi.advanceTimersByTime(600);
  socket().close();
  expect(FakeStream.all.length).toBe(1);
  expect(stream().address).toContain("/api/sessions/a/events?after=0");
  stream().onopen();
  stream().onmessage({ data: '{"seq":1}' });
  expect([one.seen, one.ways.at(-1)]).toEqual([[1], "live"]);
  vi.advanceTimersByTime(1100);
  socket().open();
  expect(stream().readyState).toBe(2);
  expect(socket().sent[0]).toMatchObject({ do: "subscribe", after: 1 });
});

test("sockets that open and let nothing through are no sockets", () => {
  const [hub, one] = [new Hub(), watcher()];
  hub.watch("a", one);
  for (const wait of [600, 1100]) {
    socket().openMute();
    expect(one.ways.at(-1)).not.toBe("live");
    socket().close();
    vi.advanceTimersByTime(wait);
  }
  expect(FakeStream.all.length).toBe(1);
  socket().openMute();
  expect(stream().readyState).toBe(0);
});

test("a stream that was refused is tried again, one that ended is not", () => {
  const [hub, one] = [new Hub(), watcher()];
  hub.watch("a", one);
  for (const wait of [600, 1100]) {
    socket().close();
    vi.advanceTimersByTime(wait);
  }
  stream().readyState = 2;
  stream().onerror();
  const before = FakeStream.all.length;
  vi.advanceTimersByTime(3100);
  expect(FakeStream.all.length).toBe(before + 1);
  stream().end();
  expect(one.over).toBe(true);
});

test("a silent socket is asked for a sign of life, and given up without one", () => {
  const [hub, one] = [new Hub(), watcher()];
  hub.watch("a", one);
  socket().open();
  vi.advanceTimersByTime(20_100);
  expect(socket().sent.at(-1)).toMatchObject({ do: "ping" });
  socket().say({ pong: true });
  vi.advanceTimersByTime(15_000);
  expect(one.ways.at(-1)).toBe("live");
  vi.advanceTimersByTime(16_000);
  expect(one.ways.at(-1)).toBe("reconnecting");
  vi.advanceTimersByTime(600);
  expect(FakeSocket.all.length).toBe(2);
});

test("a server without a place is no broken socket: it is said, tried later, and no stream is opened", () => {
  const [hub, one] = [new Hub(), watcher()];
  hub.onChange(() => undefined);
  hub.watch("a", one);
  for (let time = 0; time < 4; time += 1) {
    socket().openMute();
    socket().say({ error: { code: "server_full", message: "Nobody more can watch.", remedy: "" } });
    socket().close();
    expect([one.problems.length, one.ways.at(-1)]).toEqual([time + 1, "full"]);
    vi.advanceTimersByTime(4900);
    expect(FakeSocket.all.length).toBe(time + 1);
    vi.advanceTimersByTime(200);
    expect(FakeSocket.all.length).toBe(time + 2);
  }
  expect(FakeStream.all.length).toBe(0);
  socket().open();
  expect(one.ways.at(-1)).toBe("live");
});

test("a network that is back is used at once", () => {
  const [hub, one] = [new Hub(), watcher()];
  hub.watch("a", one);
  socket().open();
  socket().close();
  hub.hurry();
  expect(FakeSocket.all.length).toBe(2);
});
