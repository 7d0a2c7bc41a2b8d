// What is said of a standing? The server's own sentences; for one that was made before it wrote any, what can be stood by.
import { listed, say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";

/** What is said of a standing, the headline first: the server's own sentences with names in place of seats. */
export function saidOf(standing: FindingOf<"standing">, looks: Looks): readonly string[] {
  const { says, rankable, reason, winner, winners, k_replaced, k_exact } = standing;
  const name = (id: string): string => lookOf(looks, id).name;
  if (says !== undefined) return says.map((line) => filled(line, name));
  if (!rankable) return reason === "" ? [] : [reason];
  if (winner === null) return [say("{names} tie at the top, by median rank.", { names: listed(winners.map(name)) })];
  const first = say("{name} comes first by median rank.", { name: name(winner) });
  if (k_replaced === 0) return [first, reason];
  const few = { k: k_replaced, name: name(winner) };
  return [
    first,
    k_exact
      ? say(
          "It would take {k, plural, one {# ballot} other {# ballots}} cast otherwise for {name} not to come first alone.",
          few,
        )
      : say(
          "It would take at least {k, plural, one {# ballot} other {# ballots}} cast otherwise for {name} not to come first alone.",
          few,
        ),
  ];
}

/** What else is to be known of it: ballots that do not count, what own votes count, who voted alike. */
export const notedOf = (standing: FindingOf<"standing">, looks: Looks): readonly string[] =>
  (standing.notes ?? []).map((line) => filled(line, (id) => lookOf(looks, id).name));

/** A sentence with a name for each seat in braces, as an answer or (`reader:`) as a reader: here both have the member's
 * name. It begins with a capital. */
export function filled(line: string, name: (seat: string) => string): string {
  const said = line.replace(/\{(?:reader:)?([^{}]*)\}/g, (_, seat: string) => name(seat));
  return line.startsWith("{") ? said.slice(0, 1).toUpperCase() + said.slice(1) : said;
}
