// What does a comparison of answers bring to a session's page, whichever protocol it belongs to? Its finding, its ballot,
// and the tab of the agreement map.
import type { Brought } from "@/findings/brought";
import { listed, say } from "@/language/say";
import type { Played } from "@/playback/brought";
import type { BallotOf } from "@/wire/types";
import { Difference } from "./Difference";
import { AnalysisBody, Comparison, ORDER, type Group } from "./Analysis";

const COUNTED: Readonly<Record<Group, (items: number) => string>> = {
  consensus: (items) => say("{items, plural, one {one consensus} other {# points of consensus}}", { items }),
  contradictions: (items) => say("{items, plural, one {one contradiction} other {# contradictions}}", { items }),
  partial_coverage: (items) =>
    say("{items, plural, one {one partial coverage} other {# partial coverages}}", { items }),
  unique_insights: (items) => say("{items, plural, one {one unique insight} other {# unique insights}}", { items }),
  blind_spots: (items) => say("{items, plural, one {one blind spot} other {# blind spots}}", { items }),
};

const counted = (of: Readonly<Record<Group, readonly unknown[]>>): string => {
  const told = ORDER.flatMap((group) => (of[group].length === 0 ? [] : [COUNTED[group](of[group].length)]));
  return told.length === 0 ? say("nothing") : listed(told);
};

/** How a comparison is drawn and told, with passages behind the answer's sentences or without. */
const comparison = {
  Reading: Comparison,
  tell: (ballot: BallotOf<"comparison" | "supported-comparison">, reader: string): string =>
    say("{who} compared the answers and names {items}.", { who: reader, items: counted(ballot) }),
};

export const agreement: Brought = {
  findings: {
    analysis: {
      title: say("Where the answers agree and differ"),
      Body: AnalysisBody,
      Difference,
      tell: (found) =>
        found.by === null
          ? say("The answers were compared by nobody.")
          : say("The comparison finds {items}{struck, plural, =0 {} other {; # struck}}.", {
              items: counted(found),
              struck: found.struck.length,
            }),
    },
  },
  ballots: { comparison, "supported-comparison": comparison },
  tabs: { "agreement-map": { kind: "findings", title: say("Agreement map") } },
};

export const played: Played = {
  stages: { "agreement-map": say("Agreement map") },
  offices: { analyst: say("Analyst") },
  findings: { analysis: { parts: () => [{ as: "hold", ms: 2500, least: 1500 }] } },
};
