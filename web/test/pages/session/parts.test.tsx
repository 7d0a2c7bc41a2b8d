// Do the parts around every view hold? Header, timeline, announcer and keys, at moments of golden sessions.
import { act, cleanup, fireEvent, screen } from "@testing-library/react";
import { Profiler } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { followStillness } from "@/hooks/stillness";
import { Player } from "@/playback/player";
import type { Sink } from "@/playback/source";
import { Announcer } from "@/pages/session/Announcer";
import { lastCode } from "@/pages/session/copying";
import { SessionBar } from "@/pages/session/SessionBar";
import { SessionHeader } from "@/pages/session/SessionHeader";
import { Timeline } from "@/views/timeline/Timeline";
import type { Speaking } from "@/wire/types";
import { golden } from "../../golden";
import { opened, settle, shown } from "../../mounted";

const PROTOCOLS = ["debate", "adjudication", "claim-vote", "consensus", "peer-review-full", "degraded"];

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  history.replaceState(null, "", "/s/x/watch");
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const all = (
  <>
    <SessionHeader view="watch" base="/s/x" id="x" />
    <SessionBar id="x" base="/s/x" view="watch" ready="" />
    <Timeline />
    <Announcer />
  </>
);

test.each(PROTOCOLS)("%s: every moment can be drawn", async (protocol) => {
  const player = await opened(golden(protocol));
  const page = shown(player, all);
  fireEvent.click(screen.getByLabelText("Chapters"));
  const last = player.log.length;
  for (const share of [0.02, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1]) {
    act(() => {
      player.seekCount(Math.ceil(last * share));
    });
    await settle();
    expect(page.container.textContent).not.toMatch(/undefined|NaN|\[object|Response [A-Z]\b/);
  }
  player.dispose();
});

test("a jump stops movement for a moment, a fast pace shortens it", async () => {
  const player = await opened(golden("debate"));
  vi.useFakeTimers();
  const stop = followStillness(player);
  const root = document.documentElement;
  vi.advanceTimersByTime(50);
  player.seekCount(5);
  vi.advanceTimersByTime(50);
  expect(root.dataset["jumping"]).toBe("");
  expect(root.dataset["dragging"]).toBeUndefined();
  player.seekCount(6);
  vi.advanceTimersByTime(50);
  expect(root.dataset["dragging"]).toBe("");
  vi.advanceTimersByTime(200);
  expect(root.dataset["jumping"]).toBeUndefined();
  expect(root.dataset["dragging"]).toBeUndefined();
  player.setSpeed(4);
  player.play();
  expect(root.dataset["speed"]).toBe("4");
  player.pause();
  expect(root.dataset["speed"]).toBeUndefined();
  stop();
  player.dispose();
  vi.useRealTimers();
});

test("words on their way draw neither header nor timeline anew", async () => {
  const player = new Player();
  let sink: Sink | null = null;
  player.open((given) => {
    sink = given;
    given.connection("live");
    given.events(golden("debate").slice(0, 9));
    return () => undefined;
  });
  await settle();
  let renders = 0;
  shown(
    player,
    <Profiler id="p" onRender={() => (renders += 1)}>
      <SessionHeader view="watch" base="/s/x" id="x" />
      <SessionBar id="x" base="/s/x" view="watch" ready="" />
      <Timeline />
      <Announcer />
    </Profiler>,
  );
  await settle();
  const before = renders;
  for (let n = 0; n < 40; n++) {
    const piece = {
      kind: "SeatSpeaking",
      session: "s",
      key: "opinions/seat-a",
      seat: "seat-a",
      attempt: 1,
      offset: n,
      text: "x",
      reasoning: false,
      verdict: false,
    };
    (sink as unknown as Sink).speaking([piece as Speaking]);
    await act(() => new Promise((done) => setTimeout(done, 10)));
  }
  expect(player.moment().speeches.get("opinions/seat-a")?.text.length).toBeGreaterThan(30);
  expect(renders).toBe(before);
  player.dispose();
});

test("the announcer gathers sentences, and after a jump tells only where we are", async () => {
  const player = await opened(golden("debate"));
  act(() => {
    player.seekCount(9);
  });
  await settle();
  shown(player, <Announcer />);
  act(() => {
    player.seekCount(60);
  });
  await act(() => new Promise((done) => setTimeout(done, 900)));
  expect(screen.getByRole("status").textContent).toMatch(/^\d:\d\d, Alliances\.$/);
  player.dispose();
});

test("the last block of code, without its fence", () => {
  expect(lastCode("a\n```py\none\n```\nb\n~~~\ntwo\nlines\n~~~\n")).toBe("two\nlines\n");
  expect(lastCode("none")).toBe("");
});
