// What does an adjudication bring to the verdict? The rule its measures met, what divides the replies, its merged list, and
// changes of position and labels beside it; the scores stand with the ballots.
import { Card } from "@/controls/Card";
import { useLooks, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import type { VerdictPart } from "@/views/verdict/brought";
import { Flips } from "./Flips";
import { Found } from "./Found";
import { Labels } from "./Labels";

function Beside() {
  const looks = useLooks();
  const state = useMoment((moment) => moment.state);
  const flips = latest(state.findings, "flips");
  const labels = latest(state.findings, "labels");
  return (
    <>
      {flips !== null && (
        <Card title={say("Changes of position")}>
          <Flips flips={flips} looks={looks} />
        </Card>
      )}
      {labels !== null && (
        <Card title={say("Labels")}>
          <Labels labels={labels} looks={looks} />
        </Card>
      )}
    </>
  );
}

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
  Below: Found,
  Beside,
};
