// How did it end, and why? What the server found, put where the result is drawn; nothing is computed.
import { percent, percents } from "@/findings/figures";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { looksOf } from "@/playback/looks";
import { toldOf } from "@/transcript/named";
import { stageTitle } from "@/playback/keys";
import { statusOf } from "@/playback/fold/status";
import type { SessionState } from "@/wire/types";
import { outcomeBrought, remedyBrought, type Certainty, type Outcome } from "./brought";

const BROKEN: readonly SessionState["status"][] = ["failed", "stopped", "out_of_budget"];

export function outcomeOf(state: SessionState): Outcome {
  const { status, verdict } = state;
  const looks = looksOf(state);
  const plain = { certainty: "" as const, kind: "", confidence: null, needed: null, rule: 0, basis: "" };
  if (BROKEN.includes(status))
    return {
      ...plain,
      ended: "broken",
      because: toldOf(state.message || state.reason, looks),
      remedy: toldOf(state.remedy, looks),
    };
  if (verdict === null) {
    const stage = state.entered.at(-1);
    const because =
      statusOf(state) === "waiting"
        ? say("The council waits for a person's answer.")
        : stage === undefined
          ? say("The council is being seated.")
          : say("{stage}: stage {number, number} of {stages, number}.", {
              stage: stageTitle(stage),
              number: state.stages.indexOf(stage) + 1,
              stages: state.stages.length,
            });
    return { ...plain, ended: "open", because, remedy: "" };
  }
  const { ruling, confidence } = verdict;
  const own = outcomeBrought(state.findings);
  const rule = { rule: ruling?.rule ?? own.rule ?? 0, basis: ruling?.basis ?? "" };
  const needed = own.needed ?? null;
  const certainty = ruling?.certainty ?? "";
  const because = toldOf(verdict.reason || own.because || "", looks);
  if (verdict.outcome === "inconclusive") {
    const remedy =
      remedyBrought(state.protocol)?.() ?? say("Ask again with other members or options. This session is kept.");
    const kind = titleOf(ruling?.verdict_class ?? "");
    return { ended: "withheld", kind, certainty, confidence, needed, because, remedy, ...rule };
  }
  return { ended: "answer", certainty, kind: "", confidence, needed, because, remedy: "", ...rule };
}

/** `no_majority` as `No majority`. */
export const titled = titleOf;

export const CERTAIN: Record<Certainty, string> = {
  high: say("High confidence"),
  moderate: say("Moderate confidence"),
  low: say("Low confidence"),
  "": "",
};

/** How sure it is, and how sure it had to be. */
export function sureWords({ confidence, needed }: Outcome): string {
  const is = confidence ?? 0;
  if (needed === null) return say("{share} confidence", { share: percent(is) });
  const [share, asked] = percents(is, needed);
  return say("{share} confidence, {asked} was asked for", { share, asked });
}

/** Who is missing before there is a verdict, which lists that itself. */
export const missingOf = (state: SessionState): SessionState["missing"] =>
  state.verdict !== null ? [] : state.missing;

/** The same, each cause once, with how often it befell a seat in a stage. */
export function oftenOf(
  missing: SessionState["missing"],
): readonly (readonly [SessionState["missing"][number], number])[] {
  const alike = new Map<string, [SessionState["missing"][number], number]>();
  for (const each of missing) {
    const key = JSON.stringify([each.seat, each.stage, each.failed, each.cause]);
    alike.set(key, [each, (alike.get(key)?.[1] ?? 0) + 1]);
  }
  return [...alike.values()];
}

/** What makes the verdict less than a full one, each failure in one line. */
export const marksOf = (state: SessionState): readonly string[] => state.verdict?.degraded ?? [];
