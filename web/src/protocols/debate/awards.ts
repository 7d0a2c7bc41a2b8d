// What was earned, and when did it become known? Read off the finding and, for its moment, the log.
import { latest } from "@/playback/found";
import type { EventLog } from "@/playback/log";
import type { FindingOf, SessionState } from "@/wire/types";

export type Award = FindingOf<"awards">["awards"][number];

/** One kind of achievement, and what earned it each time. */
export interface Earned {
  name: Award["name"];
  /** Everybody who earned it, alone or in a pair. */
  seats: readonly string[];
  because: readonly string[];
}

const NONE: readonly Earned[] = [];
const sorted = new WeakMap<object, { all: readonly Earned[]; bySeat: Map<string, readonly Earned[]> }>();

function grouped(awards: readonly Award[]): readonly Earned[] {
  const found = new Map<string, Earned>();
  for (const { name, seats, because } of awards) {
    const had = found.get(name);
    const all = [...new Set([...(had?.seats ?? []), ...seats])];
    found.set(name, { name, seats: all, because: [...(had?.because ?? []), because] });
  }
  return [...found.values()];
}

function earned(state: SessionState): { all: readonly Earned[]; bySeat: Map<string, readonly Earned[]> } | null {
  const found = latest(state.findings, "awards");
  if (found === null) return null;
  let had = sorted.get(found);
  if (had === undefined) {
    const bySeat = new Map<string, readonly Earned[]>();
    for (const { id } of state.seats) bySeat.set(id, grouped(found.awards.filter((award) => award.seats.includes(id))));
    sorted.set(found, (had = { all: grouped(found.awards), bySeat }));
  }
  return had;
}

/** What one seat earned, each kind once. */
export const awardsOf = (state: SessionState, seat: string): readonly Earned[] =>
  earned(state)?.bySeat.get(seat) ?? NONE;

/** What was earned in all, each kind once. */
export const allAwards = (state: SessionState): readonly Earned[] => earned(state)?.all ?? NONE;

const moments = new WeakMap<object, number>();

/** When the achievements became known, in milliseconds of the session; null before that. */
export function awardedAt(state: SessionState, log: EventLog): number | null {
  const found = latest(state.findings, "awards");
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
