// How are figures written, and what colour has a score? One way for every view; they are the
// server's own, only written differently.
import { decimal, say } from "@/language/say";
import type { FindingOf } from "@/wire/types";

/** `86 %`, with a space that does not break. */
export const percent = (share: number, digits = 0): string =>
  say("{share}\u00a0%", { share: decimal(share * 100, digits) });

type Judged = FindingOf<"standing">;

/** The ballots that should rank one answer: nobody is shown its own where own votes have no weight. */
export const judgesOf = ({ asked, counted, own_weight }: Judged): number =>
  (asked ?? counted) - (own_weight === undefined ? 1 : 0);

/** The share of the others below an answer; `judged by 2 of 4` where that is one ballot or no more than half of those
 * that should be there. A habit taken off a vote for the own answer can bring it out of 0 to 100 %: shown as the end. */
export function scoreWords({ votes, score }: Judged["places"][number], of: Judged): string {
  const could = judgesOf(of);
  return votes < 2 || 2 * votes <= could
    ? say("judged by {votes, number} of {could, number}", { votes, could })
    : percent(Math.min(1, Math.max(0, score ?? 0)));
}

/** Two shares that stand beside each other, with as many digits as it takes to tell them apart. */
export function percents(one: number, other: number): readonly [string, string] {
  for (const digits of [0, 1, 2]) {
    const said = [percent(one, digits), percent(other, digits)] as const;
    if (said[0] !== said[1] || one === other) return said;
  }
  return [percent(one, 3), percent(other, 3)];
}

/** `+1.6`, `−0.2`, `0.0`. */
export function signed(value: number, digits = 1): string {
  const text = decimal(Math.abs(value), digits);
  return Number(value.toFixed(digits)) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** `1st`, `2nd`, `11th`, `22nd`. */
export function ordinal(number: number): string {
  const teens = number % 100 >= 10 && number % 100 <= 20;
  const ending = teens ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[number % 10] ?? "th");
  return say("{number}{ending, select, st {st} nd {nd} rd {rd} other {th}}", { number: String(number), ending });
}

export type Worth = "good" | "mid" | "bad";

/** Of a mark from 1 to 10: good from 8, bad below 5. A mean is good from 7.5: it would be rounded to 8. */
const [GOOD, MID] = [7.5, 4.5];

/** How good a score is, for its colour; the number stands on it. Marks and means of them go by one rule. */
export const worthOf = (score: number, highest = 10): Worth => {
  const mark = (score / highest) * 10;
  return mark >= GOOD ? "good" : mark >= MID ? "mid" : "bad";
};

/** `41 tok/s`, from tokens and milliseconds. */
export function paceWords(tokens: number, ms: number): string {
  const pace = (tokens * 1000) / ms;
  return say("{pace} tok/s", { pace: decimal(pace, pace < 10 ? 1 : 0) });
}

/** A chance in steps of 5 %: it rests on a handful of ballots. With missing ballots it is the least they leave. */
export function chanceWords(chance: number, lacking = false): string {
  if (chance < 0.05) return say("under {share, number} %", { share: 5 });
  if (chance > 0.95) return say("over {share, number} %", { share: 95 });
  if (lacking) return say("at least {share, number} %", { share: 5 * Math.floor(20 * chance) });
  return say("about {share, number} %", { share: 5 * Math.round(20 * chance) });
}
