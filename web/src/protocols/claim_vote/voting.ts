// How is a vote on a claim shown? A sign, words and a tone for each level; names of kinds and tiers of claims.
import type { Tone } from "@/controls/Card";
import type { BallotOf, FindingOf } from "@/wire/types";

export type Level = BallotOf<"claim-votes">["votes"][string]["level"];
export type Kind = FindingOf<"claim-list">["claims"][number]["kind"];
export type Tier = FindingOf<"tiers">["claims"][number]["tier"];

/** In order, the strongest yes first; `tone` names a colour of a cell, `chip` one of a chip. */
export const LEVELS: Record<Level, { sign: string; says: string; does: string; tone: string; chip: Tone }> = {
  strongly_approve: { sign: "++", says: "strongly approves", does: "strongly approve", tone: "best", chip: "good" },
  approve: { sign: "+", says: "approves", does: "approve", tone: "good", chip: "good" },
  neutral: { sign: "○", says: "is neutral", does: "neutral", tone: "even", chip: "plain" },
  reject: { sign: "−", says: "rejects", does: "reject", tone: "poor", chip: "bad" },
  strongly_reject: { sign: "−−", says: "strongly rejects", does: "strongly reject", tone: "worst", chip: "bad" },
  abstain: { sign: "∅", says: "abstains", does: "abstain", tone: "even", chip: "plain" },
};
export const LEVEL_ORDER = Object.keys(LEVELS) as Level[];
/** The levels that are opinions, and count. */
export const OPINIONS = LEVEL_ORDER.filter((level) => level !== "abstain");

type Sure = Pick<BallotOf<"claim-votes">["votes"][string], "confidence" | "stated">;

/** How sure a voter says it is, as it said it. */
export function sureWords({ confidence, stated }: Sure): string {
  if (confidence === null) return stated === "" ? "no confidence given" : `confidence not read from “${stated}”`;
  return `confidence ${String(confidence)}/10${stated === "" ? "" : `, read from “${stated}”`}`;
}

/** Why, or that nothing is said. */
export function reasonWords(reason: string): string {
  return reason === "" ? "No reason was given." : reason;
}

type Open = FindingOf<"vote-gaps">["open"][number];

/** That a claim could stand elsewhere had everybody given an opinion. */
export function openWords({ missing, given, could_be }: Open): string {
  const lack = missing === 1 ? "1 opinion is missing" : `${String(missing)} opinions are missing`;
  const could = could_be.map((tier) => tier.toLowerCase()).join(" or ");
  return `${lack}: it is ${given.toLowerCase()} by those given, and with all it could be ${could}.`;
}

export const KINDS: Record<Kind, string> = {
  recommendation: "Recommendation",
  risk: "Risk",
  factual_claim: "Factual claim",
  opportunity: "Opportunity",
};

/** In the order in which the narrative tells them. */
export const TIER_ORDER: readonly Tier[] = ["HIGH", "MEDIUM", "CONTESTED", "REJECTED"];
export const TIER_TONES: Record<Tier, Tone> = { HIGH: "good", MEDIUM: "mid", CONTESTED: "gold", REJECTED: "bad" };
