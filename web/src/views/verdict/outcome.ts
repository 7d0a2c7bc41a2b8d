// How did it end, in a word, and why? What the server found, put into the words of a verdict card; nothing is computed.
import { isBlind } from "@/playback/looks";
import { stageTitle } from "@/playback/keys";
import { latest } from "@/playback/found";
import { statusOf } from "@/playback/fold/status";
import type { FindingOf, SessionState } from "@/wire/types";

export type Tone = "high" | "moderate" | "low" | "withheld" | "broken" | "open";
export type Certainty = "high" | "moderate" | "low" | "";

export interface Outcome {
  /** The word on the seal. */
  word: string;
  tone: Tone;
  certainty: Certainty;
  /** The class the rules gave where no answer is given; empty elsewhere, where it is the word. */
  kind: string;
  /** 0 to 1 where the protocol computes one. */
  confidence: number | null;
  /** Confidence that was needed, 0 to 1, where there is such a number. */
  needed: number | null;
  /** Why, in a sentence. */
  because: string;
  /** What to do about it, or what would change it. */
  remedy: string;
  /** The rule that decided, where a rubric ruled. */
  rule: number;
  basis: string;
}

const BROKEN: Partial<Record<SessionState["status"], string>> = {
  failed: "Failed",
  stopped: "Stopped",
  out_of_budget: "Out of budget",
};

/** What would let a withheld verdict be given, by protocol. */
const WOULD_CHANGE: Record<string, string> = {
  adjudication:
    "A verdict would take replies that meet another rule: ask again, or branch off with another rubric or another adjudicator. The scores and labels stand.",
  consensus:
    "A verdict would take more members who come to the same answer, more rounds, or a council that asks for no majority. Every answer stays readable.",
  "claim-vote": "A verdict would take claims that can be voted on. The opinions and reviews stay readable.",
};

const STOPS: Record<string, string> = {
  confident: "Agreed",
  cap: "Best of the rounds",
  single_pass: "Picked",
  no_majority: "No majority",
  no_arbiter: "No arbiter",
  too_few: "Too few went on",
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
  const rounds = latest(state.findings, "rounds");
  const measures = latest(state.findings, "measures");
  const rule = { rule: ruling?.rule ?? measures?.rule ?? 0, basis: ruling?.basis ?? "" };
  const certainty = ruling?.certainty ?? "";
  const because = verdict.reason || measures?.says || standingWords(state);
  if (verdict.outcome === "inconclusive") {
    const remedy =
      WOULD_CHANGE[state.protocol] ?? "Ask again, with other members or other options. What was said stands.";
    return {
      word: "Withheld",
      kind: titled(ruling?.verdict_class ?? ""),
      tone: "withheld",
      certainty,
      confidence,
      needed: rounds?.threshold ?? null,
      because,
      remedy,
      ...rule,
    };
  }
  const word = ruling === null || ruling.verdict_class === "" ? wordOf(state) : titled(ruling.verdict_class);
  const tone = certainty === "" ? toneOf(state) : certainty;
  const needed = rounds?.threshold ?? null;
  return { word, tone, certainty, kind: "", confidence, needed, because, remedy: "", ...rule };
}

/** What a protocol without classes comes to, in two words. */
function wordOf(state: SessionState): string {
  const rounds = latest(state.findings, "rounds");
  if (rounds !== null) return STOPS[rounds.stopped] ?? "Concluded";
  if (latest(state.findings, "tiers") !== null) return "Votes counted";
  const standing = latest(state.findings, "standing");
  if (standing !== null) return placedWord(standing);
  return "Concluded";
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

function toneOf(state: SessionState): Tone {
  const rounds = latest(state.findings, "rounds");
  if (rounds !== null) return rounds.stopped === "confident" ? "high" : "moderate";
  const standing = latest(state.findings, "standing");
  if (standing !== null) return standing.clear === true ? "high" : standing.k_replaced === 0 ? "low" : "moderate";
  return "moderate";
}

function standingWords(state: SessionState): string {
  if (latest(state.findings, "standing") !== null) return ""; // its headline stands right below
  const board = latest(state.findings, "scoreboard");
  if (board !== null) return board.reason;
  const audit = latest(state.findings, "narrative-audit");
  if (audit !== null)
    return audit.seal !== ""
      ? audit.seal
      : audit.narrator === "editor"
        ? "No fault found in the report by rules."
        : `The report was put together by rule. ${audit.reason}`;
  return "";
}

/** `no_consensus` as `No consensus`. */
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
