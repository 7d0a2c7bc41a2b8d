// What was earned, and when did it become known? Read off the finding and, for its moment, the log.
import type { EventLog } from "@/playback/log";
import type { FindingOf, SessionState } from "@/wire/types";
import { latest } from "./scenes";

export type Award = FindingOf<"awards">["awards"][number];

const NONE: readonly Award[] = [];
const bySeat = new WeakMap<object, Map<string, readonly Award[]>>();

/** What one seat earned. */
export function awardsOf(state: SessionState, seat: string): readonly Award[] {
  const found = latest(state, "awards");
  if (found === null) return NONE;
  let seats = bySeat.get(found);
  if (seats === undefined) {
    seats = new Map();
    for (const award of found.awards) for (const id of award.seats) seats.set(id, [...(seats.get(id) ?? []), award]);
    bySeat.set(found, seats);
  }
  return seats.get(seat) ?? NONE;
}

export const titleOfAward = (award: Award): string =>
  award.name.replace(/(^|-)(\w)/g, (_, dash: string, letter: string) => (dash ? " " : "") + letter.toUpperCase());

const moments = new WeakMap<object, number>();

/** When the achievements became known, in milliseconds of the session; null before that. */
export function awardedAt(state: SessionState, log: EventLog): number | null {
  const found = latest(state, "awards");
  if (found === null || found.awards.length === 0) return null;
  const had = moments.get(found);
  if (had !== undefined) return had;
  const event = log.events.find(
    (each) => !("foreign" in each) && each.kind === "FindingMade" && each.body.finding === found,
  );
  const t = event?.t ?? 0;
  moments.set(found, t);
  return t;
}
