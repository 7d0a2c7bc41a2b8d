// How did it end, in a word, and why? What the server found, put into the words of a verdict card; nothing is computed.
import { isBlind } from "@/playback/looks";
import { stageTitle } from "@/playback/keys";
import { latest } from "@/playback/found";
import { statusOf } from "@/playback/fold/status";
import type { FindingOf, SessionState } from "@/wire/types";
import { outcomeBrought, remedyBrought, type Certainty, type Outcome, type Tone } from "./brought";

const BROKEN: Partial<Record<SessionState["status"], string>> = {
  failed: "Failed",
  stopped: "Stopped",
  out_of_budget: "Out of budget",
};

export function outcomeOf(state: SessionState): Outcome {
  const { status, verdict } = state;
  const plain = { certainty: "" as const, kind: "", confidence: null, needed: null, rule: 0, basis: "" };
  const broken = BROKEN[status];
  if (broken !== undefined)
    return { ...plain, word: broken, tone: "broken", because: state.message || state.reason, remedy: state.remedy };
  if (verdict === null) {
    const stage = state.entered.at(-1);
    const because =
      statusOf(state) === "waiting"
        ? "The council waits for a person's answer."
        : stage === undefined
          ? "The council is being seated."
          : `${stageTitle(stage)}: stage ${String(state.stages.indexOf(stage) + 1)} of ${String(state.stages.length)}.`;
    return { ...plain, word: "In session", tone: "open", because, remedy: "" };
  }
  const { ruling, confidence } = verdict;
  const own = outcomeBrought(state.findings);
  const rule = { rule: ruling?.rule ?? own.rule ?? 0, basis: ruling?.basis ?? "" };
  const needed = own.needed ?? null;
  const certainty = ruling?.certainty ?? "";
  const because = verdict.reason || own.because || "";
  if (verdict.outcome === "inconclusive") {
    const remedy =
      remedyBrought(state.protocol) ?? "Ask again, with other members or other options. What was said stands.";
    return {
      word: "Withheld",
      kind: titled(ruling?.verdict_class ?? ""),
      tone: "withheld",
      certainty,
      confidence,
      needed,
      because,
      remedy,
      ...rule,
    };
  }
  const word = ruling === null || ruling.verdict_class === "" ? wordOf(state, own.word) : titled(ruling.verdict_class);
  const tone = certainty === "" ? toneOf(state, own.tone) : certainty;
  return { word, tone, certainty, kind: "", confidence, needed, because, remedy: "", ...rule };
}

/** What a protocol without classes comes to, in two words. */
function wordOf(state: SessionState, own: string | undefined): string {
  if (own !== undefined) return own;
  const standing = latest(state.findings, "standing");
  return standing === null ? "Concluded" : placedWord(standing);
}

/** The fact first: everybody put it first, or the lead is clear, or it is what it is. */
function placedWord(standing: FindingOf<"standing">): string {
  const { winner, places, asked, clear, k_replaced } = standing;
  if (winner === null) return "No single winner";
  const first = places.find(({ seat }) => seat === winner);
  const votes = (first?.first_by_others ?? 0) + (first?.first_by_itself === true ? 1 : 0);
  if (votes > 1 && votes === asked) return "Unanimous";
  return clear === true ? "Clear winner" : k_replaced === 0 ? "First of what was read" : "First by the ballots";
}

function toneOf(state: SessionState, own: Tone | undefined): Tone {
  if (own !== undefined) return own;
  const standing = latest(state.findings, "standing");
  if (standing !== null) return standing.clear === true ? "high" : standing.k_replaced === 0 ? "low" : "moderate";
  return "moderate";
}

/** `no_majority` as `No majority`. */
export function titled(name: string): string {
  const words = name.replace(/[_-]+/g, " ").trim();
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

export const CERTAIN: Record<Certainty, string> = {
  high: "High confidence",
  moderate: "Moderate confidence",
  low: "Low confidence",
  "": "",
};

/** Who is missing, as far as it may be told at this moment. */
export const missingOf = (state: SessionState): SessionState["missing"] => (isBlind(state) ? [] : state.missing);

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

/** Degraded marks that the list of who is missing does not tell already. */
export function marksOf(state: SessionState): readonly string[] {
  const { verdict, missing } = state;
  return (verdict?.degraded ?? []).filter(
    (words) => !missing.some((each) => each.cause !== "" && words.includes(each.cause)),
  );
}
