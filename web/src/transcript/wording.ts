// Which small words do sentences share? Names through looks, lists, counts; behind masks a reader is "a reviewer".
import { lookOf, type Looks } from "@/playback/looks";

/** Whether names are hidden now. */
export const isMasked = (looks: Looks): boolean => {
  for (const look of looks.values()) return look.masked;
  return false;
};

export const nameOf = (looks: Looks, seat: string): string => lookOf(looks, seat).name;

/** Who reads or judges; behind masks nobody in particular, so that no letter is tied to a judgement. */
export function readerOf(looks: Looks, seat: string): string {
  const look = lookOf(looks, seat);
  return look.masked ? "A reviewer" : look.name;
}

/** `A`, `A and B`, `A, B and C`. */
export function listed(words: readonly string[]): string {
  if (words.length < 2) return words[0] ?? "nobody";
  return `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;
}

export const namesOf = (looks: Looks, seats: readonly string[]): string =>
  listed(seats.map((seat) => nameOf(looks, seat)));

/** `one ballot`, `3 ballots`. */
export const count = (number: number, one: string, many = `${one}s`): string =>
  number === 1 ? `one ${one}` : `${String(number)} ${many}`;

export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** At most so many characters, cut at a word. */
export function cut(text: string, most = 90): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const kept = line.slice(0, most);
  return `${kept.slice(0, Math.max(kept.lastIndexOf(" "), most - 20))}…`;
}

/** `: why it is so`, or nothing where nothing is given or it might name somebody. */
export const because = (text: string, hidden = false): string => (text === "" || hidden ? "" : `: ${cut(text)}`);

/** A sentence ends with one full stop. */
export const ended = (words: string): string => (/[.!?…]$/.test(words) ? words : `${words}.`);
