// How are small numbers said? In words up to twelve.
import { locale, say } from "@/language/say";

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
export const number = (n: number): string => NUMBERS[n] ?? n.toLocaleString(locale);
export const ballots = (n: number): string =>
  say("{number} {n, plural, one {ballot} other {ballots}}", { number: number(n), n });
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
