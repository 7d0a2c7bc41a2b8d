// How are figures written, and what colour has a score? One way for every view; they are the
// server's own, only written differently.

/** `86 %`, with a space that does not break. */
export const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)}\u00a0%`;

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
  const text = Math.abs(value).toFixed(digits);
  return Number(text) === 0 ? text : `${value < 0 ? "−" : "+"}${text}`;
}

/** `1st`, `2nd`, `11th`, `22nd`. */
export function ordinal(number: number): string {
  const teens = number % 100 >= 10 && number % 100 <= 20;
  return `${String(number)}${teens ? "th" : ({ 1: "st", 2: "nd", 3: "rd" }[number % 10] ?? "th")}`;
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
  return `${pace < 10 ? pace.toFixed(1) : pace.toFixed(0)} tok/s`;
}

/** `about 85 %`, `over 95 %`, `at least 55 %` where ballots are not there: a chance rests on a handful of ballots and
 * holds no more digits. Of three ballots or fewer at most 90 % are told, and of three,
 * where they do not agree, a step less than the model promises; of four at most 95 %. Without a number of ballots the
 * rule of older standings holds. */
export function chanceWords(chance: number, lacking = false, counted = 0): string {
  const few = counted > 0 && counted <= 3 ? counted : 0;
  if (chance < 0.05) return "under 5 %";
  const least = lacking ? 5 * Math.floor(20 * chance) : 5 * Math.round(20 * chance);
  const told = few === 3 && !lacking && least >= 55 && least < 85 ? least - 5 : least;
  if (few > 0) return `${lacking ? "at least" : "about"} ${String(Math.min(90, told))} %`;
  if (counted === 4)
    return lacking ? `at least ${String(Math.min(90, told))} %` : `about ${String(Math.min(95, told))} %`;
  return chance > 0.95 ? "over 95 %" : `${lacking ? "at least" : "about"} ${String(told)} %`;
}
