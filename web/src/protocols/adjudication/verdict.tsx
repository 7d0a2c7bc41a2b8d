// What does an adjudication bring to the verdict? The rule its measures met, what divides the replies, its merged list, and
// scores, changes of position and labels beside it.
import { Card } from "@/controls/Card";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import { GridTable } from "@/views/grid/GridTable";
import type { VerdictPart } from "@/views/verdict/brought";
import { axesOf, axisGrid } from "./axes";
import { Flips } from "./Flips";
import { Found } from "./Found";
import { Labels } from "./Labels";

function Beside() {
  const looks = useLooks();
  const player = usePlayer();
  const state = useMoment((moment) => moment.state);
  const flips = latest(state.findings, "flips");
  const labels = latest(state.findings, "labels");
  const axes = axisGrid(state, looks, axesOf(player.log.events[0]));
  return (
    <>
      {axes !== null && (
        <Card title={say("Axis scores")}>
          <GridTable grid={axes} looks={looks} quiet />
        </Card>
      )}
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
