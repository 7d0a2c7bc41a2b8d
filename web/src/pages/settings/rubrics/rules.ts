// How does a rule read? Its bounds in words, from the data the server judges by.
import { listed, titled } from "@/councils/words";
import type { Rubric } from "@/wire/types";

export type Rule = Rubric["rules"][number];
type Bounds = Rule["when"];

/** `confirmed at least 2 and replies below 4`; for no bounds, nothing. */
export function boundsInWords(when: Bounds): string {
  return listed(
    Object.entries(when).map(([name, bound]) => {
      const said = [
        bound.is === null ? null : `is ${String(bound.is)}`,
        bound.at_least === null ? null : `at least ${String(bound.at_least)}`,
        bound.at_most === null ? null : `at most ${String(bound.at_most)}`,
        bound.below === null ? null : `below ${String(bound.below)}`,
      ].filter((each) => each !== null);
      return `${titled(name).toLowerCase()} ${said.join(" and ")}`;
    }),
  );
}

/** How sure a verdict by this rule is: one word, or one for each case. */
export function certaintyInWords(certainty: Rule["certainty"]): string {
  if (typeof certainty === "string") return certainty;
  return certainty
    .map((each) => {
      const bounds = boundsInWords(each.when);
      return bounds === "" ? `else ${each.level}` : `${each.level} if ${bounds}`;
    })
    .join("; ");
}
