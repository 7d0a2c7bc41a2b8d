// How are small numbers said? In words up to twelve.
import { isEnglish, localeNow } from "@/language/english";
import { say } from "@/language/say";

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
/** English writes them out; elsewhere digits stand, which bend with no noun. */
export const number = (n: number): string => (isEnglish() ? NUMBERS[n] : undefined) ?? n.toLocaleString(localeNow());
export const ballots = (n: number): string =>
  say("{number} {n, plural, one {ballot} other {ballots}}", { number: number(n), n });
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
