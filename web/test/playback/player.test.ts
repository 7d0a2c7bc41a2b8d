// Does one cursor serve live and recorded alike? Followed, stopped, sought, reopened; seen and hidden.
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Logged } from "@/playback/log";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import type { Speaking } from "@/wire/types";
import { golden } from "../golden";
import { generated } from "./generated";
import { frames, held } from "./hands";

let hidden = false;

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance", "Date"],
  });
  Object.defineProperty(document, "hidden", { configurable: true, get: () => hidden });
});
afterEach(() => {
  hidden = false;
  vi.useRealTimers();
});

const say = (text: string, offset: number, key: string): Speaking =>
  ({
    kind: "SeatSpeaking",
    session: "s",
    key,
    seat: "seat-a",
    attempt: 1,
    reasoning: false,
    verdict: false,
    text,
    offset,
  }) as Speaking;

test.each(["debate", "adjudication", "claim-vote", "consensus", "peer-review"])(
  "%s: watched live, stored, or loaded anew at the end, the picture is the same",
  (protocol) => {
    const events = golden(protocol);
    const [live, stored, late, hand] = [new Player(), new Player(), new Player(), held()];
    hand.open(live);
    for (const [index, event] of events.entries()) {
      hand.sink().events([event]);
      if (index % 5 === 0) hand.sink().events(events.slice(Math.max(0, index - 3), index + 1)); // told twice
      frames(1);
    }
    hand.sink().connection("stored");
    hand.sink().ended();
    stored.open(recorded(events));
    late.open(recorded(events.slice(0, 7)));
    late.open(recorded(events));
    frames(2);
    expect(live.moment()).toEqual(stored.moment());
    expect(late.moment()).toEqual(stored.moment());
    const [one, other] = [live.transport(), stored.transport()];
    expect({ ...one, jumps: 0 }).toEqual({ ...other, jumps: 0 });
  },
);

test("what was streamed is there at the head, and for who goes back while it is said", () => {
  const events = golden("debate").slice(0, 9);
  const [player, hand] = [new Player(), held()];
  vi.setSystemTime(Date.parse(events.at(-1)?.at ?? "") + 5);
  hand.open(player);
  hand.sink().events(events);
  frames(1);
  hand.sink().speaking([say("Some words", 0, "opinions/seat-a")]);
  frames(4);
  expect(player.moment().speeches.get("opinions/seat-a")?.text).toBe("Some words");
  vi.setSystemTime(Date.now() + 1000);
  hand.sink().speaking([say(" and more", 10, "opinions/seat-a")]);
  frames(4);
  expect(player.elapsed()).toBeGreaterThan(1000);
  player.pause();
  frames(2);
  expect(player.moment().speeches.get("opinions/seat-a")?.text).toBe("Some words and more");
  hand.sink().connection("reconnecting");
  player.toHead();
  frames(2);
  expect(player.moment().speeches.get("opinions/seat-a")?.text).toBe("Some words and more");
});

test("words are painted at a pace, what changes the picture with the next frame", () => {
  const [player, hand] = [new Player(), held()];
  hand.open(player);
  hand.sink().events(golden("debate").slice(0, 9));
  frames(3);
  let commits = 0;
  player.subscribe(() => (commits += 1));
  for (let n = 0; n < 60; n++) {
    hand.sink().speaking([say("x", n, "opinions/seat-a")]);
    frames(1);
  }
  expect(commits).toBeLessThanOrEqual(34); // one second: at most every 30 ms
  expect(commits).toBeGreaterThan(20);
  const before = commits;
  hand.sink().events(golden("debate").slice(9, 10));
  frames(1);
  expect(commits).toBe(before + 1);
});

test("a hidden page takes everything in by a slow timer", () => {
  hidden = true;
  const [player, hand] = [new Player(), held()];
  hand.open(player);
  let commits = 0;
  player.subscribe(() => (commits += 1));
  const events = golden("debate");
  for (const event of events) {
    hand.sink().events([event]);
    vi.advanceTimersByTime(40);
  }
  vi.advanceTimersByTime(300);
  expect(player.moment().count).toBe(events.length);
  expect(commits).toBeLessThanOrEqual(Math.ceil((events.length * 40) / 250) + 2);
});

test("the head grows while the viewer looks at the past", () => {
  const [player, hand, events] = [new Player(), held(), golden("debate")];
  hand.open(player);
  hand.sink().events(events.slice(0, 40));
  frames(1);
  player.seekCount(10);
  hand.sink().events(events.slice(40));
  frames(1);
  expect(player.moment().count).toBe(10);
  expect(player.transport()).toMatchObject({ atHead: false, length: events.length });
  player.toHead();
  frames(1);
  expect(player.moment().count).toBe(events.length);
});

test("no place beyond the end is gone to, and none before the beginning", () => {
  const player = new Player();
  player.open(recorded(generated(7, 120)));
  frames(1);
  player.seek(player.show.duration + 5_000);
  expect(player.moment().at).toBe(player.show.duration);
  player.seek(-5_000);
  expect(player.moment().at).toBe(0);
});

test("playing begins where it was, moves by the time that passed, and ends at the end", () => {
  const player = new Player();
  player.open(recorded(generated(7, 120)));
  frames(1);
  vi.advanceTimersByTime(10_000); // looked at for a while: this is no time that was played
  player.play();
  frames(2);
  expect(player.moment().at).toBeLessThan(40);
  frames(60);
  expect(player.moment().at).toBeGreaterThan(900);
  expect(player.moment().at).toBeLessThan(1100);
  player.setSpeed(16);
  frames(60 * Math.ceil(player.show.duration / 16_000) + 10 + player.show.beats.length);
  expect(player.transport()).toMatchObject({ atHead: true, playing: false });
  player.play();
  frames(1);
  expect(player.moment().at).toBeLessThan(1000);
});

test("however slow frames are, each thing that is shown begins with one and is there for its whole time", () => {
  const player = new Player();
  player.open(recorded(golden("debate")));
  frames(1);
  player.seek(0);
  player.play();
  const began = new Map<unknown, number>();
  const lasted = new Map<unknown, number>();
  let before: unknown = player.moment().beat;
  began.set(before, performance.now());
  while (player.transport().playing) {
    vi.advanceTimersByTime(performance.now() % 3 === 0 ? 180 : 33); // a busy machine
    const { beat } = player.moment();
    if (beat === before) continue;
    lasted.set(before, performance.now() - (began.get(before) ?? 0));
    began.set(beat, performance.now());
    before = beat;
  }
  expect(lasted.size).toBe(player.show.beats.length);
  for (const beat of player.show.beats.slice(1))
    expect(lasted.get(beat), beat.as).toBeGreaterThanOrEqual(beat.to - beat.from);
});

test("what is not moved keeps its identity while the playhead moves", () => {
  const player = new Player();
  player.open(recorded(generated(9, 200)));
  frames(1);
  player.seekCount(6);
  const { state } = player.moment();
  player.seek(player.moment().at);
  expect(player.moment().state.moves).toBe(state.moves);
});

test("a time that has not come in yet is waited for", () => {
  const [player, hand, events] = [new Player(), held(), generated(4, 200)];
  const wanted = events[100]?.t ?? 0;
  player.seekRunning(wanted);
  hand.open(player);
  hand.sink().events(events.slice(0, 50));
  frames(1);
  expect(player.transport().atHead).toBe(true);
  hand.sink().events(events.slice(50));
  frames(1);
  expect(player.moment().at).toBe(player.show.whenRunning(wanted));
  expect(player.transport().atHead).toBe(false);
});

test("a session that was stopped goes on in the same player", () => {
  const [player, hand] = [new Player(), held()];
  const events = golden("debate").slice(0, 20);
  const last = events.at(-1) as Logged;
  const stop = {
    ...last,
    seq: 21,
    key: "stopped.1",
    kind: "SessionStopped",
    body: { outcome: "stopped", reason: "asked", message: "It was stopped.", remedy: "" },
  };
  hand.open(player);
  hand.sink().events([...events, stop as unknown as Logged]);
  hand.sink().ended();
  frames(1);
  expect(player.resumable()).toBe(true);
  expect(player.transport().ended).toBe(true);
  player.reopen();
  expect(hand.opened()).toBe(2);
  const on = {
    ...last,
    seq: 22,
    key: "resumed.1",
    kind: "SessionResumed",
    body: { door: "server", after: "stopped", orphans: [], changed: [], cap: null },
  };
  hand.sink().events([on as unknown as Logged]);
  frames(1);
  expect(player.transport().ended).toBe(false);
  expect(player.moment().state.status).toBe("running");
});
