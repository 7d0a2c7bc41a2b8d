// Is a show a pure function of its log? Nothing overlaps or goes back, nothing is shown too short, a log that grows changes no
// beat that was shown, a seek finds what playing finds, and a session that runs is never far ahead of its show.
import "@/protocols/session";
import { expect, test } from "vitest";
import { EventLog, type Logged } from "@/playback/log";
import type { Way } from "@/playback/show/beat";
import { BEHIND, KEPT } from "@/playback/show/haste";
import { Reach } from "@/playback/show/reach";
import { Show } from "@/playback/show/show";
import { turnsFrom } from "@/playback/show/turns";
import { LiveSpeeches } from "@/playback/speeches";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";
import { generated, lot } from "../generated";

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

/** The same events, as they come where models take their time: so many times slower, with pauses by lot. */
function slowed(events: readonly Logged[], times: number, seed: number): Logged[] {
  const pick = lot(seed);
  let [t, before] = [0, 0];
  return events.map((event) => {
    t += (event.t - before) * times + (event.kind === "SeatSpoke" ? pick(6000) : 0);
    before = event.t;
    return { ...event, t: Math.round(t) };
  });
}

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
  let [at, next, now, lag] = [0, 0, 0, 0];
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
    lag = Math.max(lag, now - (show.beatAt(beat.to)?.t ?? now));
  }
  return { show, begins, lasts, lag, over: now - end };
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
