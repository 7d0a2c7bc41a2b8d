// What does an adjudication bring to the verdict? The rule its measures met, what divides the replies.
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import type { VerdictPart } from "@/views/verdict/brought";

export const verdict: VerdictPart = {
  remedy: () =>
    say(
      "A verdict would take replies that meet another rule: ask again, or branch off with another rubric or another adjudicator. The scores and labels stand.",
    ),
  outcome: (findings) => {
    const measures = latest(findings, "measures");
    return measures === null ? {} : { rule: measures.rule, because: measures.says };
  },
  dissent: ({ findings }) => {
    const compared = latest(findings, "compared");
    if (compared !== null && compared.dispute !== "")
      return { title: say("What divides the replies most"), text: compared.dispute, points: [] };
    return null;
  },
};
