// How are small numbers said? In words up to twelve.
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
export const number = (n: number): string => NUMBERS[n] ?? String(n);
export const ballots = (n: number): string => `${number(n)} ${n === 1 ? "ballot" : "ballots"}`;
export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);
