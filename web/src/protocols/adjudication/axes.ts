// How good was each reply in each respect? For an adjudication: members by axes, with weights and the score they make.
import { wordsOf } from "@/language/names";
import { decimal, exact, locale, say } from "@/language/say";
import type { FindingOf, Schemas, SessionState } from "@/wire/types";
import { lookOf, type Looks } from "@/playback/looks";
import { latest } from "@/playback/found";
import type { Logged } from "@/playback/log";
import { beside } from "@/transcript/wording";
import { shareOf, spotOf, type Blank, type Cell, type Grid } from "@/views/grid/grid";

type Part = Pick<SessionState, "findings" | "ballots" | "seats">;
export type Axes = readonly Pick<Schemas["Axis"], "name" | "weight">[];

const [LOWEST, HIGHEST] = [1, 5];

export function axisGrid({ findings, ballots, seats }: Part, looks: Looks, axes: Axes): Grid | null {
  const found = latest(findings, "axis-scores");
  const scores = latest(findings, "reply-scores");
  const cells = new Map<string, Cell | Blank>();
  const put = (seat: string, axis: string, score: number | null, given: string, why: string): void => {
    const told = { name: lookOf(looks, seat).name, axis: wordsOf(axis) };
    cells.set(
      spotOf(seat, axis),
      score === null
        ? { blank: "none", says: say("{name}, {axis}: no score could be read.", told) }
        : {
            text: Number.isInteger(score) ? String(score) : decimal(score, 1),
            was: "",
            share: shareOf(score, LOWEST, HIGHEST),
            says:
              given === ""
                ? say("{name}, {axis}: {score, number} of {most, number}", { ...told, score, most: HIGHEST })
                : say("{name}, {axis}: {score, number} of {most, number} ({marks})", {
                    ...told,
                    score,
                    most: HIGHEST,
                    marks: given,
                  }),
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
    const each = beside(judges.map(([judge, mark]) => `${lookOf(looks, judge).short} ${String(mark)}`));
    put(seat, axis, score, judges.length > 1 ? each : "", Object.values(reasons)[0] ?? "");
  }
  const ids = seats.map((seat) => seat.id);
  const placed = scores?.places.map((place) => place.seat) ?? [];
  const weights = new Map(axes.map((axis) => [axis.name, axis.weight]));
  const places = scores?.places ?? [];
  return {
    title: say("Scores by axis"),
    explains: say("Each reply is scored on each axis by itself, 1 to 5; the weight says how much an axis counts."),
    corner: say("Reply of"),
    rows: [...placed, ...ids.filter((id) => !placed.includes(id))],
    columns: [...named].map((name) => {
      const weight = weights.get(name);
      return { id: name, seat: null, title: wordsOf(name), note: weight === undefined ? "" : `× ${exact(weight)}` };
    }),
    cells,
    totals:
      scores === null
        ? []
        : [
            {
              title: say("total"),
              says: say(
                "Weighted axes, times the penalty for form, plus conviction; {most, number} is the most without conviction",
                { most: scores.most },
              ),
              of: new Map(places.map((place) => [place.seat, place.score === null ? "–" : decimal(place.score, 1)])),
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
  if (score === null || base === null) return say("Too little of its reply could be read to score it.");
  const parts = {
    score: decimal(score, 1),
    base: decimal(base, 1),
    penalty,
    conviction: `${conviction < 0 ? "−" : "+"} ${Math.abs(conviction).toLocaleString(locale)}`,
  };
  const sum =
    penalty === 1
      ? say("{score} = {base} on the axes {conviction} for conviction.", parts)
      : say("{score} = {base} on the axes × {penalty, number} for its form {conviction} for conviction.", parts);
  const unread = [...missing, ...neutral].map(wordsOf);
  return unread.length === 0 ? sum : say("{sum} Not read: {axes}.", { sum, axes: beside(unread) });
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
