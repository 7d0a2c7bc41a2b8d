// What is said of a standing? The server's own sentences; for one that was made before it wrote any, what can be stood by.
import { lookOf, type Looks } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";

/** What is said of a standing, the headline first: the server's own sentences with names in place of seats. */
export function saidOf(standing: FindingOf<"standing">, looks: Looks): readonly string[] {
  const { says, rankable, reason, winner, winners, k_replaced, k_exact } = standing;
  const name = (id: string): string => lookOf(looks, id).name;
  if (says !== undefined) return says.map((line) => filled(line, name));
  if (!rankable) return reason === "" ? [] : [reason];
  if (winner === null) return [`${winners.map(name).join(" and ")} tie at the top, by median rank.`];
  const first = `${name(winner)} comes first by median rank.`;
  if (k_replaced === 0) return [first, reason];
  const many = `${k_exact ? "" : "at least "}${String(k_replaced)} ${k_replaced === 1 ? "ballot" : "ballots"}`;
  return [first, `It would take ${many} cast otherwise for ${name(winner)} not to come first alone.`];
}

/** What else is to be known of it: ballots that do not count, what own votes count, who voted alike. */
export const notedOf = (standing: FindingOf<"standing">, looks: Looks): readonly string[] =>
  (standing.notes ?? []).map((line) => filled(line, (id) => lookOf(looks, id).name));

/** A sentence with a name for each seat in braces, as an answer or (`reader:`) as a reader: here both have the member's
 * name. It begins with a capital. */
function filled(line: string, name: (seat: string) => string): string {
  const said = line.replace(/\{(?:reader:)?([^{}]*)\}/g, (_, seat: string) => name(seat));
  return line.startsWith("{") ? said.slice(0, 1).toUpperCase() + said.slice(1) : said;
}
