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
};
export const LEVEL_ORDER = Object.keys(LEVELS) as Level[];

export const KINDS: Record<Kind, string> = {
  recommendation: "Recommendation",
  risk: "Risk",
  factual_claim: "Factual claim",
  opportunity: "Opportunity",
};

/** In the order in which the narrative tells them. */
export const TIER_ORDER: readonly Tier[] = ["HIGH", "MEDIUM", "CONTESTED", "REJECTED"];
export const TIER_TONES: Record<Tier, Tone> = { HIGH: "good", MEDIUM: "mid", CONTESTED: "gold", REJECTED: "bad" };
