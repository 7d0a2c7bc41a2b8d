// What do protocols bring to be drawn and told by? Panels, readings of ballots, sentences and tabs, joined by type here;
// `protocols/table.ts` names each protocol's folder. A type nobody brings gets the general panel and sentence.
import type { ComponentType } from "react";
import type { Looks } from "@/playback/looks";
import type { BallotOf, BallotType, FindingOf, FindingType } from "@/wire/types";

/** Kinds of findings and ballots that a protocol's own folder draws. */
export type BroughtFinding = "analysis";
export type BroughtBallot = "comparison";

export interface Brought<F extends FindingType, B extends BallotType> {
  findings: {
    [T in F]: {
      title: string;
      Body: ComponentType<{ finding: FindingOf<T> }>;
      /** What was found, in a sentence. */
      tell: (finding: FindingOf<T>, looks: Looks) => string;
    };
  };
  ballots: {
    [T in B]: {
      Reading: ComponentType<{ ballot: BallotOf<T> }>;
      /** What the ballot says, in a sentence that begins with its reader. */
      tell: (ballot: BallotOf<T>, reader: string, looks: Looks) => string;
    };
  };
  /** Its own stages: which kind of tab each has, and what stands on it. */
  tabs: Readonly<Record<string, readonly ["answers" | "findings", string]>>;
}

interface AnyFinding {
  title: string;
  Body: ComponentType<{ finding: unknown }>;
  tell: (finding: unknown, looks: Looks) => string;
}
interface AnyBallot {
  Reading: ComponentType<{ ballot: unknown }>;
  tell: (ballot: unknown, reader: string, looks: Looks) => string;
}

const FINDINGS = new Map<string, AnyFinding>();
const BALLOTS = new Map<string, AnyBallot>();
const TABS = new Map<string, readonly ["answers" | "findings", string]>();

/** Joins what a protocol brings. */
export function bring<F extends FindingType, B extends BallotType>({ findings, ballots, tabs }: Brought<F, B>): void {
  for (const [type, drawn] of Object.entries(findings)) FINDINGS.set(type, drawn as AnyFinding);
  for (const [type, read] of Object.entries(ballots)) BALLOTS.set(type, read as AnyBallot);
  for (const [stage, tab] of Object.entries(tabs)) TABS.set(stage, tab);
}

export const findingBrought = (type: string): AnyFinding | undefined => FINDINGS.get(type);
export const ballotBrought = (type: string): AnyBallot | undefined => BALLOTS.get(type);
export const tabBrought = (stage: string): readonly ["answers" | "findings", string] | undefined => TABS.get(stage);
export const findingsBrought = (): readonly string[] => [...FINDINGS.keys()];
export const ballotsBrought = (): readonly string[] => [...BALLOTS.keys()];
