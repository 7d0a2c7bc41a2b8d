// What are names for programs (`peer-review`, `counter_case`, `narrow_majority`) called where people read them?
import { within } from "./written";

/** `counter_case` as `counter case`. */
const spaced = (name: string): string => name.replace(/[-_]+/g, " ").trim();

/** A protocol, a class of verdict, an axis, a label: `narrow_majority` as `Narrow majority`. */
export function titleOf(name: string): string {
  const words = spaced(name);
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** The same in the middle of a sentence or on a small mark. */
export const wordsOf = (name: string): string => within(titleOf(name));
