// What do protocols bring to be drawn and told by? Panels, readings of ballots, sentences and tabs, joined by type here;
// `protocols/session.ts` names each protocol's folder. A type nobody brings gets the general panel and sentence.
import type { ComponentType } from "react";
import { Joined } from "@/playback/joined";
import type { Looks } from "@/playback/looks";
import type { BallotOf, BallotType, FindingOf, FindingType } from "@/wire/types";

export interface Drawn<F> {
  title: string;
  Body: ComponentType<{ finding: F }>;
  /** Where answers differ by it, while the answer is being checked. */
  Difference?: ComponentType<{ finding: F }>;
  /** The answer that it is, shown until the verdict is there. */
  answer?: (finding: F) => string;
  /** What was found, in a sentence. */
  tell: (finding: F, looks: Looks) => string;
  /** Whether it says who stands where: where a stage is judged, that has a tab of its own. */
  stands?: true;
  /** Whether it only keeps records: such come last. */
  records?: true;
  /** Whether it is shown below the answer, too. */
  inResult?: (finding: F) => boolean;
}
export interface Read<B> {
  Reading: ComponentType<{ ballot: B }>;
  /** What the ballot says, in a sentence that begins with its reader. */
  tell: (ballot: B, reader: string, looks: Looks) => string;
}

/** How a stage stands in the council view. */
export interface Tab {
  /** What it is made of; a stage that is drawn in a way of its own counts and lists as this kind does. */
  kind: "sources" | "answers" | "judging" | "findings" | "conclusion" | "verdict";
  title: string;
  /** The tab that its rounds share. */
  together?: string;
  /** What is written in it, where that is no verdict. */
  writes?: string;
}

export type DrawnFindings = { readonly [T in FindingType]?: Drawn<FindingOf<T>> };
export type ReadBallots = { readonly [T in BallotType]?: Read<BallotOf<T>> };

export interface Brought {
  findings?: DrawnFindings;
  ballots?: ReadBallots;
  /** Its own stages. */
  tabs?: Readonly<Record<string, Tab>>;
  /** Under which name its review ends in a standing of its own; empty where it does not. */
  ranks?: string;
}

const FINDINGS = new Joined<Drawn<unknown>>();
const BALLOTS = new Joined<Read<unknown>>();
const TABS = new Joined<Tab>();
const RANKING = new Set<string>();

/** Joins what a protocol brings. */
export function bring({ findings = {}, ballots = {}, tabs = {}, ranks = "" }: Brought): void {
  FINDINGS.join(findings);
  BALLOTS.join(ballots);
  TABS.join(tabs);
  if (ranks !== "") RANKING.add(ranks);
}

export const findingBrought = FINDINGS.of;
export const ballotBrought = BALLOTS.of;
export const findingsBrought = FINDINGS.names;
export const ballotsBrought = BALLOTS.names;
/** The tab of a stage, with its round or without. */
export const tabBrought = (stage: string): Tab | undefined => TABS.of(stage.replace(/\.\d+$/, ""));
/** Whether reviews by this protocol end in a standing. */
export const endsInStanding = (protocol: string): boolean => RANKING.has(protocol);
