// How are small numbers said? In words up to twelve.
import { locale } from "@/language/say";

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
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
