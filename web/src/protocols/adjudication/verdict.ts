// What does an adjudication bring to the verdict? The rule its measures met, what divides the replies, and its merged list.
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import type { VerdictPart } from "@/views/verdict/brought";

/** The merged list of findings, where there is one: Markdown to paste, and in English as every export is. */
function foundLines(found: SessionState["findings"], looks: Looks): string[] {
  const findings = latest(found, "compared")?.findings ?? [];
  if (findings.length === 0) return [];
  const names = (seats: readonly string[]): string => seats.map((seat) => lookOf(looks, seat).name).join(", ");
  const lines = findings.map(({ finding, status, severity, agree, disagree }) => {
    const who = [agree.length > 0 ? names(agree) : "", disagree.length > 0 ? `denied by ${names(disagree)}` : ""];
    return `- **${status}, ${severity}**: ${finding} (${who.filter((each) => each !== "").join("; ") || "nobody named"})`;
  });
  return ["## Findings", lines.join("\n")];
}

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
  written: foundLines,
};
