// How does a verdict read as a text of its own? Markdown to paste: question, class, who is missing, answer, dissent.
import { labelOf, lookOf, type Looks } from "@/playback/looks";
import { stageTitle } from "@/playback/keys";
import type { SessionState } from "@/wire/types";
import { verdictParts } from "./brought";
import { dissentOf } from "./dissent";
import { percent } from "@/findings/figures";
import { marksOf, missingOf, oftenOf, outcomeOf } from "./outcome";
import { strengthOf } from "./strength";
import { toldOf } from "@/transcript/named";

/** What is pasted elsewhere is English, as every export is. */
const SURE = { high: "High confidence", moderate: "Moderate confidence", low: "Low confidence", "": "" };

export const verdictMarkdown = (state: SessionState, looks: Looks, seal = ""): string => written(state, looks, seal);

function written(state: SessionState, looks: Looks, seal: string): string {
  const outcome = outcomeOf(state);
  const sure = outcome.confidence === null ? SURE[outcome.certainty] : `${percent(outcome.confidence)} confidence`;
  const said = [seal, outcome.kind, sure].filter((words) => words !== "");
  const dissent = dissentOf(state, looks);
  const label = labelOf(state);
  const parts = [
    `# ${state.question.text.trim()}`,
    said.length === 0 ? "" : `**${said.join(" · ")}**`,
    outcome.because,
    ...oftenOf(missingOf(state)).map(
      ([{ seat, stage, cause }, often]) =>
        `> Missing in ${stageTitle(stage).toLowerCase()}: ${lookOf(looks, seat).name}${often > 1 ? `, ${String(often)} times` : ""}${cause === "" ? "" : ` (${cause})`}`,
    ),
    ...marksOf(state).map((line) => `> ${toldOf(line, looks)}`),
    state.verdict?.text ?? outcome.remedy,
    ...verdictParts().flatMap((part) => part.written?.(state.findings, looks) ?? []),
    dissent === null ? "" : `## ${dissent.title}`,
    dissent === null ? "" : [dissent.text, ...dissent.points.map((point) => `- ${point}`)].filter(Boolean).join("\n"),
    ...strengthOf(state.findings, looks),
    label === "" ? "" : `_${label}._`,
    state.digest === "" ? "" : `Verdict digest: \`${state.digest}\``,
  ];
  return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}
