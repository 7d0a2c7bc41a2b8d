// Is a show a pure function of its log? Nothing overlaps or goes back, nothing is shown too short, a log that grows changes no
// beat that was shown, and a seek finds what playing finds.
import "@/protocols/session";
import { expect, test } from "vitest";
import { EventLog, type Logged } from "@/playback/log";
import type { Way } from "@/playback/show/beat";
import { Show } from "@/playback/show/show";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";
import { generated, lot, slowed } from "../generated";

const WAYS: readonly Way[] = ["floor", "together"];
const LOGS: readonly (readonly [string, readonly Logged[]])[] = [
  ...TRANSCRIPTS.map((name) => [name, eventsOf(name)] as const),
  ...Array.from({ length: 12 }, (_, seed) => [`made ${String(seed)}`, generated(seed)] as const),
];

function logOf(events: readonly Logged[]): EventLog {
  const log = new EventLog();
  for (const event of events) log.append(event);
  return log;
}
const showOf = (events: readonly Logged[], way: Way = "floor"): Show => new Show(logOf(events), way, true);

test.each(LOGS)("%s: beats follow each other without a gap, and events come on in their order", (_, events) => {
  for (const way of WAYS) {
    const show = showOf(events, way);
    let [end, count] = [0, 0];
    for (const beat of show.beats) {
      expect(beat.from).toBe(end);
      expect(beat.to).toBeGreaterThan(beat.from);
      expect(beat.count).toBeGreaterThanOrEqual(count);
      expect(beat.least).toBeLessThanOrEqual(beat.to - beat.from);
      [end, count] = [beat.to, beat.count];
    }
    expect(show.duration).toBe(end);
    const starts = events.map((event) => show.startOf(event.seq));
    expect(starts).toEqual([...starts].sort((one, other) => one - other));
    let last = { count: 0, t: 0 };
    for (let at = 0; at <= show.duration; at += 130) {
      const now = show.at(at);
      expect(now.count).toBeGreaterThanOrEqual(last.count);
      expect(now.t).toBeGreaterThanOrEqual(last.t);
      last = now;
    }
    expect(show.end()).toEqual({ beat: null, count: events.length, t: events.at(-1)?.t });
  }
});

test.each(LOGS)("%s: a log that grows changes nothing that was shown", (_, events) => {
  for (const way of WAYS) {
    const whole = showOf(events, way);
    const log = new EventLog();
    const grown = new Show(log, way, true);
    for (const event of events) {
      log.append(event);
      grown.grow();
      expect(grown.beats).toEqual(whole.beats.slice(0, grown.beats.length));
      expect(grown.startOf(event.seq)).toBe(whole.startOf(event.seq));
    }
    expect(grown.beats).toEqual(whole.beats);
  }
});

test.each(LOGS)("%s: a seek finds what is on when the show is played through", (_, events) => {
  const show = showOf(events);
  const played: unknown[] = [];
  for (let at = 0; at < show.duration; at += 40) played.push(show.at(at));
  const pick = lot(events.length);
  for (let n = 0; n < 60; n++) {
    const step = pick(played.length);
    expect(showOf(events).at(step * 40)).toEqual(played[step]);
  }
  for (const { seq } of events) {
    const just = show.just(seq);
    expect(just.count).toBe(seq);
    if (just.beat !== null) expect(show.at(show.startOf(seq)).beat).toBe(just.beat);
  }
});

const LEAST: Readonly<Record<string, number>> = {
  roles: 2000,
  reading: 1500,
  unmasking: 1500,
  climbing: 2000,
  drawn: 1200,
  mutual: 3000,
  curtain: 3000,
  award: 1500,
};

test.each(LOGS)(
  "%s: what has a time of its own has it, in a recording and where a session has to be caught up with",
  (_, events) => {
    for (const beat of showOf(events).beats) {
      const least = LEAST[beat.as] ?? 0;
      expect(beat.to - beat.from, beat.as).toBeGreaterThanOrEqual(least);
      expect(beat.least, beat.as).toBeGreaterThanOrEqual(least);
      if (beat.as === "award") expect(beat.to - beat.from).toBeLessThanOrEqual(4500);
      if (/^rebuttals\//.test(beat.key) && beat.as === "floor") expect(beat.least).toBeGreaterThanOrEqual(5000);
    }
  },
);

test("a debate is shown in its order: roles, topic, the floor, marks, faces, rebuttals, sides, the verdict, the winner, badges", () => {
  const order = showOf(golden("debate")).beats.map(({ as }) => as);
  const once = order.filter((as, index) => as !== order[index - 1] && as !== "stage");
  expect(once.join(" ")).toBe(
    "gathering roles topic floor reading unmasking climbing floor rolling drawn ties mutual typed verdict curtain award",
  );
});

test("all at once, words come as they came, and nobody has the floor", () => {
  const beats = showOf(slowed(golden("debate"), 400, 3), "together").beats;
  expect(beats.some(({ as }) => as === "floor")).toBe(false);
  const flows = beats.filter(({ as }) => as === "flow");
  expect(flows.length).toBeGreaterThan(4);
  for (const { from, to, t, until } of flows) expect(to - from).toBe(until - t);
});

test("what was held back is found where it is shown", () => {
  const events = golden("debate");
  const show = showOf(events);
  const awards = show.dated().find((event) => event.key === "synthesis/awards");
  expect(awards?.t).toBe(show.lateStart());
  expect(show.at(show.lateStart()).beat?.as).toBe("award");
});

test("a running time leads to the same place as playing does", () => {
  const events = slowed(golden("debate"), 300, 9);
  const show = showOf(events);
  for (const { t } of events) {
    const found = show.at(show.whenRunning(t));
    expect(events[found.count - 1]?.t ?? 0).toBeGreaterThanOrEqual(t);
  }
});
