// What was earned, and how much of it is known? Read off the finding, and off what is shown.
import { latest } from "@/playback/found";
import type { Moment } from "@/playback/player";
import type { Beat } from "@/playback/show/beat";
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

/** How many of them are known: all once the session is over, while they are shown one after the other those so far. */
export function awardsKnown({ state, beat }: Pick<Moment, "state" | "beat">): number {
  if (state.verdict === null || beat?.closing === false) return 0;
  if (beat === null) return Infinity;
  return beat.as === "award" ? beat.nth + 1 : 0;
}

const told = new WeakMap<Beat, readonly Earned[]>();

/** The one that is told now; the same list for each beat. */
export function awardsNow({ state, beat }: Pick<Moment, "state" | "beat">): readonly Earned[] {
  if (beat?.as !== "award") return NONE;
  let now = told.get(beat);
  if (now === undefined) {
    const all = allAwards(state);
    now = [all[beat.nth] ?? []].flat();
    told.set(beat, now);
  }
  return now;
}

const some = new WeakMap<readonly Earned[], Map<number, readonly Earned[]>>();

/** What of a seat's is known; the same list as long as it is. */
export function awardsShown(moment: Pick<Moment, "state" | "beat">, seat: string): readonly Earned[] {
  const count = awardsKnown(moment);
  const own = awardsOf(moment.state, seat);
  if (count === Infinity || own.length === 0) return own;
  if (count === 0) return NONE;
  const known = new Set(
    allAwards(moment.state)
      .slice(0, count)
      .map(({ name }) => name),
  );
  const kept = some.get(own) ?? new Map<number, readonly Earned[]>();
  some.set(own, kept);
  let shown = kept.get(count);
  if (shown === undefined) kept.set(count, (shown = own.filter(({ name }) => known.has(name))));
  return shown;
}
