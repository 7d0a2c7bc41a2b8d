// Does the log keep what it was given? Any prefix, any order of asking, doubles, gaps, kinds nobody knows.
import { expect, test } from "vitest";
import { fold, NOTHING } from "@/playback/fold/fold";
import { looksOf } from "@/playback/looks";
import { EventLog, type Logged } from "@/playback/log";
import type { SessionState } from "@/wire/types";
import { generated, lot } from "./generated";

const SEEDS = Array.from({ length: 24 }, (_, n) => n + 1);

/** The states by the pure fold, which writes into nothing. */
function states(events: readonly Logged[]): SessionState[] {
  const all = [NOTHING];
  for (const event of events) all.push(fold(all.at(-1) ?? NOTHING, event));
  return all;
}

test.each(SEEDS)("generated session %i: the state at every index, in any order, is the pure fold's", (seed) => {
  const events = generated(seed, 400);
  const expected = states(events);
  const [log, pick] = [new EventLog(), lot(seed)];
  for (const event of events) {
    log.append(event);
    if (pick(5) === 0) expect(log.head).toEqual(expected[log.length]); // seen: must not be written into later
  }
  const seen = Array.from({ length: 60 }, () => pick(events.length + 1)).map((at) => [at, log.at(at)] as const);
  for (const [at, state] of seen) expect(state, `at ${String(at)}`).toEqual(expected[at]);
  for (let at = 0; at <= events.length; at += 7) expect(log.at(at)).toEqual(expected[at]);
});

test.each(SEEDS.slice(0, 10))("generated session %i: every prefix can be shown", (seed) => {
  const events = generated(seed);
  for (const state of states(events)) {
    const looks = looksOf(state);
    expect(looks.size).toBe(state.seats.length + state.offices.length);
    for (const move of Object.values(state.moves)) expect(["asked", "spoke", "failed", "late"]).toContain(move.state);
  }
});

test("what is there already is dropped, a gap is told, an unknown kind is kept and counted", () => {
  const events = generated(3, 80);
  const log = new EventLog();
  for (const event of events.slice(0, 10)) log.append(event);
  for (const event of events.slice(0, 10)) expect(log.append(event)).toBe("known");
  expect(log.append(events[12] as Logged)).toBe("gap");
  expect(log.length).toBe(10);
  for (const event of events) log.append(event);
  expect(log.foreign).toBe(events.filter((event) => "foreign" in event).length);
  expect(log.foreign).toBeGreaterThan(0);
  expect(log.length).toBe(events.length);
});

test("a long log comes in at once", () => {
  const events = generated(5, 23_000);
  let [log, took] = [new EventLog(), Infinity];
  for (let tries = 0; tries < 3; tries++) {
    log = new EventLog();
    const began = process.cpuUsage(); // what others do meanwhile on the machine does not count
    for (const event of events) log.append(event);
    took = Math.min(took, process.cpuUsage(began).user / 1000);
  }
  expect(log.length).toBeGreaterThanOrEqual(23_000);
  expect(took).toBeLessThan(2500); // 150 ms on an idle machine; copying at each event would take a minute
  const shorter = new EventLog();
  for (const event of events.slice(0, 22_500)) shorter.append(event);
  expect(log.at(22_500)).toEqual(shorter.head);
  expect(log.countAt(log.duration)).toBe(log.length);
});
