// How good was each reply in each respect? For an adjudication: members by axes, with weights and the score they make.
import type { FindingOf, Schemas, SessionState } from "@/wire/types";
import { lookOf, type Looks } from "@/playback/looks";
import { latest } from "@/playback/found";
import type { Logged } from "@/playback/log";
import { shareOf, spotOf, type Blank, type Cell, type Grid } from "@/views/grid/grid";

type Part = Pick<SessionState, "findings" | "ballots" | "seats">;
export type Axes = readonly Pick<Schemas["Axis"], "name" | "weight">[];

const [LOWEST, HIGHEST] = [1, 5];

/** `counter_case` as `counter case`. */
export const axisTitle = (name: string): string => name.replaceAll("_", " ");

export function axisGrid({ findings, ballots, seats }: Part, looks: Looks, axes: Axes): Grid | null {
  const found = latest(findings, "axis-scores");
  const scores = latest(findings, "reply-scores");
  const cells = new Map<string, Cell | Blank>();
  const put = (seat: string, axis: string, score: number | null, given: string, why: string): void => {
    const of = `${lookOf(looks, seat).name}, ${axisTitle(axis)}`;
    cells.set(
      spotOf(seat, axis),
      score === null
        ? { blank: "none", says: `${of}: no score could be read.` }
        : {
            text: Number.isInteger(score) ? String(score) : score.toFixed(1),
            was: "",
            share: shareOf(score, LOWEST, HIGHEST),
            says: `${of}: ${String(score)} of ${String(HIGHEST)}${given}`,
            why,
          },
    );
  };
  const named = new Set(axes.map((axis) => axis.name));
  if (found === null) {
    for (const { ballot, key } of Object.values(ballots)) {
      const seat = /\.(seat-[a-z0-9]+)/.exec(key)?.[1];
      if (ballot?.type !== "axis-calls" || seat === undefined) continue;
      for (const [axis, { score, reason }] of Object.entries(ballot.axes)) {
        named.add(axis);
        if (!cells.has(spotOf(seat, axis))) put(seat, axis, score, "", reason);
      }
    }
    if (cells.size === 0) return null;
  }
  for (const { seat, axis, score, given, reasons } of found?.scores ?? []) {
    named.add(axis);
    const judges = Object.entries(given);
    const each = judges.map(([judge, mark]) => `${lookOf(looks, judge).short} ${String(mark)}`).join(", ");
    put(seat, axis, score, judges.length > 1 ? ` (${each})` : "", Object.values(reasons)[0] ?? "");
  }
  const ids = seats.map((seat) => seat.id);
  const placed = scores?.places.map((place) => place.seat) ?? [];
  const weights = new Map(axes.map((axis) => [axis.name, axis.weight]));
  const places = scores?.places ?? [];
  return {
    title: "Scores by axis",
    explains: "Each reply is scored on each axis by itself, 1 to 5; the weight says how much an axis counts.",
    corner: "Reply of",
    rows: [...placed, ...ids.filter((id) => !placed.includes(id))],
    columns: [...named].map((name) => {
      const weight = weights.get(name);
      return { id: name, seat: null, title: axisTitle(name), note: weight === undefined ? "" : `× ${String(weight)}` };
    }),
    cells,
    totals:
      scores === null
        ? []
        : [
            {
              title: "total",
              says: `Weighted axes, times the penalty for form, plus conviction; ${String(scores.most)} is the most without conviction`,
              of: new Map(places.map((place) => [place.seat, place.score === null ? "–" : place.score.toFixed(1)])),
            },
          ],
    notes: places.map((place) => ({ seat: place.seat, says: partsOf(place) })),
    counted: scores !== null,
  };
}

/** What a total is made of: the weighted axes, what broken form takes away, conviction, and what could not be read. */
function partsOf({
  score,
  base,
  penalty,
  conviction,
  missing,
  neutral,
}: FindingOf<"reply-scores">["places"][number]): string {
  if (score === null || base === null) return "Too little of its reply could be read to score it.";
  const form = penalty === 1 ? "" : ` × ${String(penalty)} for its form`;
  const added = `${conviction < 0 ? "−" : "+"} ${String(Math.abs(conviction))} for conviction`;
  const unread = [...missing, ...neutral].map(axisTitle).join(", ");
  const lacks = unread === "" ? "" : ` Not read: ${unread}.`;
  return `${score.toFixed(1)} = ${base.toFixed(1)} on the axes${form} ${added}.${lacks}`;
}

/** Whether the rubric in the session's first event asks for one merged list of findings. */
export const mergesFindings = (opening: Logged | undefined): boolean =>
  opening !== undefined &&
  !("foreign" in opening) &&
  opening.kind === "SessionOpened" &&
  opening.body.rubric?.comparison.of === "findings";

/** The axes of the rubric that is written into the session's first event. */
export function axesOf(opening: Logged | undefined): Axes {
  if (opening === undefined || "foreign" in opening || opening.kind !== "SessionOpened") return [];
  return opening.body.rubric?.axes ?? [];
}
