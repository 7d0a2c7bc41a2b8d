// Words that sentences share: names, lists, counts.
import { listed, say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";

export const nameOf = (looks: Looks, seat: string): string => lookOf(looks, seat).name;

/** `A`, `A and B`, `A, B and C`; `nobody` where there are none. */
export const namesOf = (looks: Looks, seats: readonly string[]): string =>
  seats.length === 0 ? say("nobody") : listed(seats.map((seat) => nameOf(looks, seat)));

export const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** At most so many characters, cut at a word. */
export function cut(text: string, most = 90): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= most) return line;
  const kept = line.slice(0, most);
  return `${kept.slice(0, Math.max(kept.lastIndexOf(" "), most - 20))}…`;
}

/** Words that stand beside each other: `A, B, C`. */
export const beside = (words: readonly string[]): string =>
  words.slice(1).reduce((before, next) => say("{before}, {next}", { before, next }), words[0] ?? "");

/** A sentence ends with one full stop. */
export const ended = (words: string): string => (/[.!?…。！？]$/.test(words) ? words : say("{words}.", { words }));
