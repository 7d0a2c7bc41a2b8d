// What do findings and ballots of protocols' own mean while a session plays? Who may be named again, who has the last
// word, where a marker stands on the timeline, and what is said aloud.
import type { BallotOf, BallotType, FindingOf, FindingType } from "@/wire/types";
import { Joined } from "./joined";

/** How much is said aloud; `sentences` is as much as `normal`, with the verdict read along besides. */
export type Amount = "less" | "normal" | "more" | "sentences";
export type Name = (seat: string) => string;

/** A moment worth going to, of its own. */
export interface Worth {
  kind: "flip" | "award";
  says: string;
  seats: readonly string[];
  by: string | null;
}

interface PlayedFinding<F> {
  /** Whether it ends a blind review: names are shown again. */
  reveals?: true;
  /** Which seat writes the verdict, where it says so. */
  chair?: (finding: F) => string;
  markers?: (finding: F) => readonly Worth[];
  /** What is said when it is made; null where nothing is. */
  aloud?: (finding: F, name: Name, amount: Amount) => string | null;
}
interface PlayedBallot<B> {
  /** What a reader did, after its name; empty where nothing is said. */
  aloud: (ballot: B, name: Name, seats: readonly string[]) => string;
}

export interface Played {
  /** Stages of its own whose words are the verdict itself. */
  concludes?: readonly string[];
  findings?: { readonly [T in FindingType]?: PlayedFinding<FindingOf<T>> };
  ballots?: { readonly [T in BallotType]?: PlayedBallot<BallotOf<T>> };
}

const CONCLUDES = new Set(["synthesis"]);
const FINDINGS = new Joined<PlayedFinding<unknown>>();
const BALLOTS = new Joined<PlayedBallot<unknown>>();

export function bringPlayed({ concludes = [], findings = {}, ballots = {} }: Played): void {
  for (const stage of concludes) CONCLUDES.add(stage);
  FINDINGS.join(findings);
  BALLOTS.join(ballots);
}

/** Whether what is said in a stage is the verdict itself. */
export const concludes = (stage: string): boolean => CONCLUDES.has(stage);
export const findingPlayed = FINDINGS.of;
export const ballotPlayed = BALLOTS.of;
