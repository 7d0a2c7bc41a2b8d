// How is a session watched that runs? Everything for its least time, never far behind, and what comes after the verdict one by
// one.
import "@/protocols/session";
import { expect, test } from "vitest";
import { EventLog, type Logged } from "@/playback/log";
import { BEHIND, KEPT } from "@/playback/show/haste";
import { Reach } from "@/playback/show/reach";
import { Show } from "@/playback/show/show";
import { turnsFrom } from "@/playback/show/turns";
import { LiveSpeeches } from "@/playback/speeches";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";
import { slowed } from "../generated";

/** How a session that runs is watched: when each beat comes on and how long it is there, by the viewer's clock; how long ago
 * what comes next happened at most, and how long after the end the show is over. */
function watched(events: readonly Logged[]): {
  show: Show;
  begins: number[];
  lasts: number[];
  lag: number;
  over: number;
} {
  const log = new EventLog();
  const show = new Show(log, "floor", true);
  const [begins, lasts]: [number[], number[]] = [[], []];
  const end = events.at(-1)?.t ?? 0;
  let [at, next, now, lag, over] = [0, 0, 0, 0, 0];
  const reach = new Reach(log, new LiveSpeeches(), { now: () => now });
  for (; next < events.length || at < show.duration; now += STEP) {
    for (; (events[next]?.t ?? Infinity) <= now; next++) log.append(events[next] as Logged);
    show.grow();
    at = reach.on(show, at, STEP, true);
    const { beat } = reach.seen(show, show.at(at));
    if (beat === null) continue;
    for (const each of beat.among ?? [beat]) {
      const index = show.indexAt(each.from);
      begins[index] ??= now;
      lasts[index] = (lasts[index] ?? 0) + STEP;
    }
    if (beat.closing) continue;
    over = now + STEP - end;
    lag = Math.max(lag, now - (show.beatAt(beat.to)?.t ?? now));
  }
  return { show, begins, lasts, lag, over };
}
const STEP = 25;

/** When each beat would begin for somebody who hears of everything 20 seconds late, and sees one after the other as shortly as
 * may be. */
function latest({ beats }: Show, events: readonly Logged[]): number[] {
  let free = 0;
  return beats.map((beat) => {
    const begins = Math.max(free, (events[beat.count - 1]?.t ?? 0) + BEHIND);
    free = begins + beat.least;
    return begins;
  });
}

/** How far behind somebody is at most who sees everything as shortly as may be, and at once what can be seen at once. */
function unavoidable(show: Show, events: readonly Logged[]): number {
  let [free, lag] = [0, 0];
  for (const { beats, least } of turnsFrom(show.beats, 0, true)) {
    const last = beats.at(-1);
    const begins = Math.max(free, events[(last?.count ?? 1) - 1]?.t ?? 0);
    free = begins + least;
    lag = Math.max(lag, free - (events[(last?.count ?? 1) - 1]?.t ?? 0));
  }
  return lag;
}

const PACES = [1, 60, 200, 400, 1200];
test.each([...TRANSCRIPTS.flatMap((name) => PACES.map((times) => [name, times] as const))])(
  "%s, %i times slower: live everything is there for its least time, and what is shown is not far behind",
  (name, times) => {
    const events = slowed(eventsOf(name), times, times);
    const led = watched(events);
    const most = latest(led.show, events);
    led.show.beats.forEach((beat, index) => {
      if (beat.least === 0) return;
      expect(led.lasts[index], beat.as).toBeGreaterThanOrEqual(beat.least - STEP);
      expect(led.begins[index], beat.as).toBeLessThanOrEqual((most[index] ?? 0) + 8 * STEP);
    });
    // What no way of showing could have kept up with comes on top of how far behind it is let on purpose.
    const allowed = Math.max(BEHIND, KEPT + unavoidable(led.show, events)) + 1000;
    expect(led.lag).toBeLessThanOrEqual(allowed);
    expect(led.over).toBeLessThanOrEqual(allowed);
  },
);

test.each([300, 600, 1200])(
  "a debate %i times slower than the recorded is watched at most 20 seconds behind",
  (times) => {
    const { lag, over } = watched(slowed(golden("debate"), times, 5));
    expect(lag).toBeLessThanOrEqual(BEHIND + 100);
    expect(over).toBeLessThanOrEqual(BEHIND + 100);
  },
);

test.each(PACES)(
  "live, %i times slower, who came first and what was earned come one by one, each for its whole time",
  (times) => {
    const led = watched(slowed(golden("debate"), times, times));
    const late = led.show.beats.flatMap(({ closing }, index) => (closing ? [index] : []));
    expect(late.length).toBeGreaterThan(3);
    for (const [place, index] of late.entries()) {
      const { from, to, as } = led.show.beats[index] ?? { from: 0, to: 0, as: "" };
      expect(led.lasts[index], as).toBeGreaterThanOrEqual(to - from - STEP);
      const before = led.begins[late[place - 1] ?? -1];
      if (before !== undefined) expect(led.begins[index], as).toBeGreaterThan(before);
    }
  },
);

test("where there is no time for one after the other, readers are seen beside each other, each for its time", () => {
  const led = watched(golden("debate"));
  const readings = led.show.beats.flatMap((beat, index) => (beat.as === "reading" ? [index] : []));
  expect(new Set(readings.map((index) => led.begins[index])).size).toBeLessThan(readings.length);
  for (const index of readings) expect(led.lasts[index]).toBeGreaterThanOrEqual(1500 - STEP);
});

test("a debate of models that take their time is shown one after the other", () => {
  const led = watched(slowed(golden("debate"), 20_000, 7));
  const alone = led.show.beats.flatMap((beat, index) => (/^(floor|reading)$/.test(beat.as) ? [led.begins[index]] : []));
  expect(new Set(alone).size).toBe(alone.length);
});
