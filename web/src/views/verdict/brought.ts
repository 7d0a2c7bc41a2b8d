// What do protocols bring to the result? What their findings make of its firmness, what speaks against it, and a card
// below it. Each reads its own findings and says nothing where there are none.
import type { ComponentType } from "react";
import { Joined } from "@/playback/joined";
import type { Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";

/** What sort of ending it is: an answer, none by the protocol's own rule, none because it broke off, or not yet. */
export type Ended = "answer" | "withheld" | "broken" | "open";
export type Certainty = "high" | "moderate" | "low" | "";

export interface Outcome {
  ended: Ended;
  certainty: Certainty;
  /** The class the rules gave where no answer is given; empty elsewhere, where the seal says it. */
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

export interface Dissent {
  /** What sort of dissent it is. */
  title: string;
  /** Words of a model: shown as markdown. */
  text: string;
  /** Or single points. */
  points: readonly string[];
  /** Whether those are a model's words, too. */
  quoted?: boolean;
}

type Findings = SessionState["findings"];

export interface VerdictPart {
  /** What would let a verdict be given that is withheld. */
  remedy?: () => string;
  /** What its findings say of the outcome, where the verdict itself does not. */
  outcome?: (findings: Findings) => Partial<Pick<Outcome, "needed" | "because" | "rule">>;
  /** How firm the result is, in sentences; null where it has found none. */
  firm?: (findings: Findings, looks: Looks) => readonly string[] | null;
  dissent?: (part: Pick<SessionState, "findings" | "ballots">, looks: Looks) => Dissent | null;
  /** Where the answers agree and differ, if they were compared. */
  compared?: (findings: Findings) => ComponentType | null;
  /** Whether the right answer was known before; then nobody is asked whether the council's is right. */
  isAnswerKnown?: (findings: Findings) => boolean;
  /** What its members judged, below the answer. */
  Below?: ComponentType;
}

const PARTS = new Joined<VerdictPart>();

/** By protocol. */
export const bringVerdicts = (parts: Readonly<Record<string, VerdictPart>>): void => {
  PARTS.join(parts);
};
export const verdictParts = PARTS.all;
export const remedyBrought = (protocol: string): (() => string) | undefined => PARTS.of(protocol)?.remedy;

/** What the findings of whichever protocol say of the outcome. */
export const outcomeBrought = (findings: Findings): ReturnType<NonNullable<VerdictPart["outcome"]>> =>
  Object.assign({}, ...PARTS.all().map((part) => part.outcome?.(findings) ?? {}));
