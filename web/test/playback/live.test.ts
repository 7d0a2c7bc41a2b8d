// Does a session come in whole? By pages and over the socket, with gaps, refusals and a server that is away.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Player } from "@/playback/player";
import type { Logged } from "@/playback/log";
import { golden } from "../golden";
import { FakeSocket, FakeStream } from "./fakes";

const socket = (): FakeSocket => FakeSocket.all.at(-1) as FakeSocket;

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

/** A server that holds a golden session and sends what it is told to. */
function serving(events: readonly Logged[], upTo: () => number, interrupted: () => boolean = () => false) {
  vi.stubGlobal("fetch", (address: string) => {
    const after = Number(new URL(address, location.href).searchParams.get("after"));
    const page = {
      session: "whole",
      events: events.slice(after, upTo()),
      more: false,
      ended: upTo() === events.length,
      interrupted: interrupted(),
    };
    return Promise.resolve(new Response(JSON.stringify(page)));
  });
}

test("a gap is read again from where we are; what comes twice is dropped; the end is the end", async () => {
  vi.resetModules();
  const { live } = await import("@/playback/live/live");
  const events = golden("debate");
  let held = 10;
  serving(events, () => held);
  const player = new Player();
  player.open(live("whole"));
  await vi.advanceTimersByTimeAsync(10);
  socket().open();
  expect(socket().sent.at(-1)).toMatchObject({ do: "subscribe", session: "whole", after: 10 });
  socket().say({ session: "whole", events: events.slice(5, 12) });
  expect(player.log.length).toBe(12);
  held = 30;
  socket().say({ session: "whole", events: events.slice(28, 30) }); // 13 to 28 were lost
  await vi.advanceTimersByTimeAsync(10);
  expect(player.log.length).toBe(30);
  socket().say({ session: "whole", error: { code: "too_busy", message: "", remedy: "" } });
  held = events.length;
  await vi.advanceTimersByTimeAsync(5100);
  expect(player.log.length).toBe(events.length);
  expect(player.log.events.map((event) => event.seq)).toEqual(events.map((_, at) => at + 1));
  expect(player.transport()).toMatchObject({ ended: true, connection: "stored" });
  player.dispose();
});

test("what is not there is said, and what cannot be reached is tried again", async () => {
  vi.resetModules();
  const { live } = await import("@/playback/live/live");
  const refusal = { error: { code: "unknown", message: "There is no such session.", remedy: "Look at the list." } };
  vi.stubGlobal("fetch", () => Promise.resolve(new Response(JSON.stringify(refusal), { status: 404 })));
  const player = new Player();
  player.open(live("nobody"));
  await vi.advanceTimersByTimeAsync(10);
  expect(player.transport().problem?.message).toBe("There is no such session.");
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("network")));
  player.open(live("far"));
  await vi.advanceTimersByTimeAsync(10);
  expect(player.transport().connection).toBe("reconnecting");
  serving(golden("debate"), () => 84);
  await vi.advanceTimersByTimeAsync(2100);
  expect(player.log.length).toBe(84);
  player.dispose();
});

test("a session that nobody runs is said to be interrupted, its clock stands, and it is live again once it is taken up", async () => {
  vi.resetModules();
  const { live } = await import("@/playback/live/live");
  const events = golden("debate");
  let [held, dead] = [10, true];
  serving(
    events,
    () => held,
    () => dead,
  );
  const player = new Player();
  player.open(live("whole"));
  await vi.advanceTimersByTimeAsync(10);
  socket().open();
  expect(player.transport()).toMatchObject({ connection: "interrupted", ended: false });
  await vi.advanceTimersByTimeAsync(16_000);
  expect(player.elapsed()).toBe(events[9]?.t);
  [held, dead] = [12, false];
  socket().say({ session: "whole", events: events.slice(10, 12) });
  expect(player.transport().connection).toBe("live");
  dead = true; // who took it up dies as well, without a word
  await vi.advanceTimersByTimeAsync(16_000);
  expect(player.transport().connection).toBe("interrupted");
  held = events.length;
  await vi.advanceTimersByTimeAsync(16_000);
  player.dispose();
});
