// How are figures of studies written? With their interval and their number of questions, or as not told.
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { decimal, finePercent, number, percent } from "@/language/written";
import type { Figure, Report, StudyRow } from "./asked";

const MEASURES: Readonly<Record<string, string>> = {
  score: say("Score"),
  best_score: say("Best score"),
  flips: say("Changes of position"),
  uncited_flips: say("Changes without a rebuttal"),
  withheld: say("Verdicts withheld"),
  findings: say("Findings"),
  confirmed: say("Findings confirmed"),
  disputed: say("Findings disputed"),
  right: say("Right answers, withheld ones counted as not right"),
  right_where_answered: say("Right answers, of those graded"),
  right_untold: say("Answers not graded"),
  recall: say("Planted bugs found"),
  precision: say("Findings that found one"),
  precision_of_all: say("Findings that found one, those that name no line counted too"),
  decoys_told: say("Decoys told as bugs"),
  false_all_clear: say("False all-clears"),
};
const STATES: Readonly<Record<StudyRow["state"], string>> = {
  running: say("running"),
  whole: say("finished"),
  failed: say("with failures"),
  unfinished: say("unfinished"),
};

export const stateOf = ({ state, done, degraded }: StudyRow): string =>
  state === "whole" && degraded > 0
    ? degraded === done
      ? say("finished, every result degraded")
      : say("finished, some degraded")
    : STATES[state];
export const measureOf = (name: string): string => MEASURES[name] ?? titleOf(name);

export type Write = (value: number) => string;
/** A share of one, or points. */
export const writerOf =
  (share: boolean): Write =>
  (value) =>
    (share ? percent(value) : decimal(value, 2)).replace("-", "−");

/** How a measure is written, which the server says. */
export const measuredBy = ({ shares }: Pick<Report, "shares">, measure: string): Write =>
  writerOf(shares.includes(measure));

/** How a difference in a measure is written: between shares lie points, eight of a hundred more are no +8 %. */
export interface Between {
  /** A figure by itself: `8.3 points`. */
  whole: Write;
  /** An end beside such a figure, or of an axis. */
  bare: Write;
  /** An arm's own mean beside a difference: to a decimal, so that what is shown subtracts. */
  mean: Write;
}
export const betweenBy = ({ shares }: Pick<Report, "shares">, measure: string): Between => {
  const write = writerOf(false);
  if (!shares.includes(measure)) return { whole: write, bare: write, mean: write };
  const bare: Write = (value) => decimal(100 * value, 1).replace("-", "−");
  return { whole: (value) => say("{value} points", { value: bare(value) }), bare, mean: finePercent };
};

/** The same with its sign. */
export const signedBy =
  (write: Write): Write =>
  (value) =>
    `${value > 0 ? "+" : value < 0 ? "−" : ""}${write(Math.abs(value))}`;

export const questions = (count: number): string =>
  say("{count, plural, one {# question} other {# questions}}", { count });
export const sessions = (count: number): string =>
  say("{count, plural, one {# session} other {# sessions}}", { count });

/** `12.4 (11.0 to 13.8; n = 24)`, or n of how many were planned where some are missing. */
export function figureWords({ value, low, high, n: count }: Figure, write: Write, planned = 0, ends = write): string {
  const n = planned > count ? say("{so} of {of}", { so: number(count), of: number(planned) }) : number(count);
  if (value === null && count === 0) return "–";
  if (value === null) return say("not told (n = {n})", { n });
  if (low === null || high === null) return say("{value} (no spread seen; n = {n})", { value: write(value), n });
  return say("{value} ({low} to {high}; n = {n})", { value: write(value), low: ends(low), high: ends(high), n });
}

/** What the server calls the class of a result that has none. */
export const NONE = "none";

/** A class of verdict, a model, or nothing yet. */
export const usualWords = (usual: string): string =>
  usual === "" ? "–" : usual === NONE ? say("no class") : usual.includes("/") ? usual : titleOf(usual);
