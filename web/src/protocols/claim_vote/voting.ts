// How is a vote on a claim shown? A sign, words and a tone for each level; names of kinds and tiers of claims.
import type { Tone } from "@/controls/Card";
import { inWords } from "@/findings/parts";
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
    counted: (votes) => say("{votes} strongly approve", { votes }),
    tone: "best",
    chip: "good",
  },
  approve: {
    sign: "+",
    title: say("Approve"),
    says: say("approves"),
    counted: (votes) => say("{votes} approve", { votes }),
    tone: "good",
    chip: "good",
  },
  neutral: {
    sign: "○",
    title: say("Neutral"),
    says: say("is neutral"),
    counted: (votes) => say("{votes} neutral", { votes }),
    tone: "even",
    chip: "plain",
  },
  reject: {
    sign: "−",
    title: say("Reject"),
    says: say("rejects"),
    counted: (votes) => say("{votes} reject", { votes }),
    tone: "poor",
    chip: "bad",
  },
  strongly_reject: {
    sign: "−−",
    title: say("Strongly reject"),
    says: say("strongly rejects"),
    counted: (votes) => say("{votes} strongly reject", { votes }),
    tone: "worst",
    chip: "bad",
  },
  abstain: {
    sign: "∅",
    title: say("Abstain"),
    says: say("abstains"),
    counted: (votes) => say("{votes} abstain", { votes }),
    tone: "even",
    chip: "plain",
  },
};
export const LEVEL_ORDER = Object.keys(LEVELS) as Level[];
/** The levels that are opinions, and count. */
export const OPINIONS = LEVEL_ORDER.filter((level) => level !== "abstain");

type Sure = Pick<BallotOf<"claim-votes">["votes"][string], "confidence" | "stated">;

/** How sure a voter says it is, as it said it. */
export function sureWords({ confidence, stated }: Sure): string {
  if (confidence === null)
    return stated === "" ? say("no confidence given") : say("confidence not read from “{stated}”", { stated });
  return stated === ""
    ? say("confidence {confidence}/10", { confidence })
    : say("confidence {confidence}/10, read from “{stated}”", { confidence, stated });
}

/** Why, or that nothing is said. */
export function reasonWords(reason: string): string {
  return reason === "" ? say("No reason was given.") : reason;
}

type Open = FindingOf<"vote-gaps">["open"][number];

/** That a claim could stand elsewhere had everybody given an opinion. */
export function openWords({ missing, given, could_be }: Open): string {
  return say(
    "{missing, plural, one {# opinion is missing} other {# opinions are missing}}: it is {given} by those given, and with all it could be {could}.",
    {
      missing,
      given: TIERS[given],
      could: listed(
        could_be.map((tier) => TIERS[tier]),
        "or",
      ),
    },
  );
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
  HIGH: (claims) => say("{claims} high", { claims }),
  MEDIUM: (claims) => say("{claims} medium", { claims }),
  CONTESTED: (claims) => say("{claims} contested", { claims }),
  REJECTED: (claims) => say("{claims} rejected", { claims }),
};

/** `claim-7` as `Claim 7`. */
export function claimTitle(id: string): string {
  const number = /^claim-(\d+)$/.exec(id)?.[1];
  return number === undefined ? inWords(id) : say("Claim {number}", { number });
}

/** In the order in which the narrative tells them. */
export const TIER_ORDER: readonly Tier[] = ["HIGH", "MEDIUM", "CONTESTED", "REJECTED"];
export const TIER_TONES: Record<Tier, Tone> = { HIGH: "good", MEDIUM: "mid", CONTESTED: "gold", REJECTED: "bad" };
