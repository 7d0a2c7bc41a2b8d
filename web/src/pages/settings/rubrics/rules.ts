// How does a rule read? Its bounds in words, from the data the server judges by.
import { titled } from "@/councils/words";
import { say, within } from "@/language/say";
import { listed } from "@/language/written";
import type { Rubric } from "@/wire/types";

export type Rule = Rubric["rules"][number];
type Bounds = Rule["when"];

/** A measure by its name: those of a rubric's own labels are put together from theirs. */
export function measureTitle(name: string): string {
  const [, kind = "", of = ""] = /^(group|outside|label)_(.+)$/.exec(name) ?? [];
  const label = within(titled(of));
  if (kind === "group") return say("Labels that count as “{label}”", { label });
  if (kind === "outside") return say("Replies without a label that counts as “{label}”", { label });
  return kind === "label" ? say("Label “{label}”", { label }) : titled(name);
}

/** A rule's sentence in parts: every other one is the measure whose figure stands there in a verdict. */
export const partsOf = (says: string): string[] =>
  says.split(/\{(\w+)\}/).map((part, at) => (at % 2 === 0 ? part : within(measureTitle(part))));

/** `confirmed at least 2 and replies below 4`; for no bounds, nothing. */
export function boundsInWords(when: Bounds): string {
  return listed(
    Object.entries(when).map(([name, bound]) => {
      const said = [
        bound.is === null ? null : say("is {value}", { value: worded(bound.is) }),
        bound.at_least === null ? null : say("at least {value, number}", { value: bound.at_least }),
        bound.at_most === null ? null : say("at most {value, number}", { value: bound.at_most }),
        bound.below === null ? null : say("below {value, number}", { value: bound.below }),
      ].filter((each) => each !== null);
      return `${within(measureTitle(name))} ${listed(said)}`;
    }),
  );
}

const worded = (is: string | number): string => (typeof is === "string" ? within(titled(is)) : String(is));

const LEVELS: Record<string, string> = { high: say("high"), moderate: say("moderate"), low: say("low") };
export const levelInWords = (level: string): string => LEVELS[level] ?? level;

/** How sure a verdict by this rule is: one word, or one for each case. */
export function certaintyInWords(certainty: Rule["certainty"]): string {
  if (typeof certainty === "string") return levelInWords(certainty);
  return certainty
    .map((each) => {
      const bounds = boundsInWords(each.when);
      return bounds === ""
        ? say("else {level}", { level: levelInWords(each.level) })
        : say("{level} if {bounds}", { level: levelInWords(each.level), bounds });
    })
    .join("; ");
}
