// How is a vote on a claim shown? A sign, words and a tone for each level; names of kinds and tiers of claims.
import type { Tone } from "@/controls/Card";
import { titleOf } from "@/language/names";
import { listed, say } from "@/language/say";
import type { BallotOf, FindingOf } from "@/wire/types";

export type Level = BallotOf<"claim-votes">["votes"][string]["level"];
export type Kind = FindingOf<"claim-list">["claims"][number]["kind"];
export type Tier = FindingOf<"tiers">["claims"][number]["tier"];

interface LevelShown {
  sign: string;
  title: string;
  /** After a voter's name. */
  says: string;
  counted: (votes: number) => string;
  tone: string;
  chip: Tone;
}

/** In order, the strongest yes first; `tone` names a colour of a cell, `chip` one of a chip. */
export const LEVELS: Record<Level, LevelShown> = {
  strongly_approve: {
    sign: "++",
    title: say("Strongly approve"),
    says: say("strongly approves"),
    counted: (votes) => say("{votes, number} strongly approve", { votes }),
    tone: "best",
    chip: "good",
  },
  approve: {
    sign: "+",
    title: say("Approve"),
    says: say("approves"),
    counted: (votes) => say("{votes, number} approve", { votes }),
    tone: "good",
    chip: "good",
  },
  neutral: {
    sign: "○",
    title: say("Neutral"),
    says: say("is neutral"),
    counted: (votes) => say("{votes, number} neutral", { votes }),
    tone: "even",
    chip: "plain",
  },
  reject: {
    sign: "−",
    title: say("Reject"),
    says: say("rejects"),
    counted: (votes) => say("{votes, number} reject", { votes }),
    tone: "poor",
    chip: "bad",
  },
  strongly_reject: {
    sign: "−−",
    title: say("Strongly reject"),
    says: say("strongly rejects"),
    counted: (votes) => say("{votes, number} strongly reject", { votes }),
    tone: "worst",
    chip: "bad",
  },
  abstain: {
    sign: "∅",
    title: say("Abstain"),
    says: say("abstains"),
    counted: (votes) => say("{votes, number} abstain", { votes }),
    tone: "even",
    chip: "plain",
  },
};
export const LEVEL_ORDER = Object.keys(LEVELS) as Level[];
/** The levels that are opinions, and count. */
export const OPINIONS = LEVEL_ORDER.filter((level) => level !== "abstain");

type Sure = Pick<BallotOf<"claim-votes">["votes"][string], "confidence">;

/** How sure a voter says it is. */
export const sureWords = ({ confidence }: Sure): string =>
  confidence === null ? say("no confidence given") : say("confidence {confidence, number}/10", { confidence });

/** Why, or that nothing is said. */
export function reasonWords(reason: string): string {
  return reason === "" ? say("No reason was given.") : reason;
}

type Tally = FindingOf<"tiers">["claims"][number];

/** By how many votes a tier is, and every other tier that the missing ones could make; empty where none is missing. */
export function openWords({ tier, votes, abstained, missing, could_be }: Tally): string {
  if (missing === 0) return "";
  const given = say("{tier} by {cast, number} of {asked, number} votes", {
    tier: TIERS[tier],
    cast: votes + abstained,
    asked: votes + abstained + missing,
  });
  const others = Object.entries(could_be) as [Tier, Level[]][];
  if (others.length === 0) return `${given}.`;
  const could =
    missing === 1
      ? others.map(([other, levels]) =>
          say("{tier} if the missing voter {votes}", {
            tier: TIERS[other],
            votes: listed(
              levels.map((level) => LEVELS[level].says),
              "or",
            ),
          }),
        )
      : [
          say("{tiers} possible with the missing votes", {
            tiers: listed(
              others.map(([other]) => TIERS[other]),
              "or",
            ),
          }),
        ];
  return `${[given, ...could].join("; ")}.`;
}

export const KINDS: Record<Kind, string> = {
  recommendation: say("Recommendation"),
  risk: say("Risk"),
  factual_claim: say("Factual claim"),
  opportunity: say("Opportunity"),
};

export const TIERS: Record<Tier, string> = {
  HIGH: say("high"),
  MEDIUM: say("medium"),
  CONTESTED: say("contested"),
  REJECTED: say("rejected"),
};

/** How many claims stand in a tier. */
export const TIER_COUNTS: Record<Tier, (claims: number) => string> = {
  HIGH: (claims) => say("{claims, number} high", { claims }),
  MEDIUM: (claims) => say("{claims, number} medium", { claims }),
  CONTESTED: (claims) => say("{claims, number} contested", { claims }),
  REJECTED: (claims) => say("{claims, number} rejected", { claims }),
};

/** `claim-7` as `Claim 7`. */
export function claimTitle(id: string): string {
  const number = /^claim-(\d+)$/.exec(id)?.[1];
  return number === undefined ? titleOf(id) : say("Claim {number}", { number });
}

/** In the order in which the narrative tells them. */
export const TIER_ORDER: readonly Tier[] = ["HIGH", "MEDIUM", "CONTESTED", "REJECTED"];
export const TIER_TONES: Record<Tier, Tone> = { HIGH: "good", MEDIUM: "mid", CONTESTED: "gold", REJECTED: "bad" };
