// What is said of a standing? The server's own sentences, with names in place of seats.
import { lookOf, type Looks } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";

/** What is said of a standing, the headline first. */
export const saidOf = (standing: FindingOf<"standing">, looks: Looks): readonly string[] =>
  standing.says.map((line) => filled(line, (id) => lookOf(looks, id).name));

/** What else is to be known of it: ballots that do not count, what own votes count, who voted alike. */
export const notedOf = (standing: FindingOf<"standing">, looks: Looks): readonly string[] =>
  standing.notes.map((line) => filled(line, (id) => lookOf(looks, id).name));

/** A sentence with a name for each seat in braces, as an answer or (`reader:`) as a reader: here both have the member's
 * name. It begins with a capital. */
export function filled(line: string, name: (seat: string) => string): string {
  const said = line.replace(/\{(?:reader:)?([^{}]*)\}/g, (_, seat: string) => name(seat));
  return line.startsWith("{") ? said.slice(0, 1).toUpperCase() + said.slice(1) : said;
}
