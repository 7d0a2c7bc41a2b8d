// What do findings and ballots of protocols' own mean while a session plays? Who may be named again, who has the last
// word, where a marker stands on the timeline, and what is said aloud.
import { say } from "@/language/say";
import type { BallotOf, BallotType, FindingOf, FindingType } from "@/wire/types";
import { Joined } from "./joined";
import type { Part } from "./show/beat";

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
  /** What is shown of it when it is made, and what only once the verdict stands. */
  parts?: (finding: F) => readonly Part[];
  late?: (finding: F) => readonly Part[];
  /** Who came first alone by it; null where nobody did. */
  winner?: (finding: F) => string | null;
}
interface PlayedBallot<B> {
  /** What a reader did, in a sentence that begins with its name; empty where nothing is said. */
  aloud?: (ballot: B, reader: string, name: Name, seats: readonly string[]) => string;
  /** Whether it puts this member's answer first or lower; null where it was not asked about it. */
  stance?: (ballot: B, seat: string) => "agrees" | "differs" | null;
  /** What is shown of it when it has been read, by the key it was read under. */
  parts?: (ballot: B, key: string) => readonly Part[];
}
/** How a stage of its own is shown. */
interface PlayedStage {
  /** What is said in it has the floor, is typed at length, or is left to what is read from it. */
  said?: "floor" | "typed" | "nothing";
  /** How long somebody has the floor at least, in milliseconds. */
  least?: number;
}

export interface Played {
  /** What its own stages are called. */
  stages?: Readonly<Record<string, string>>;
  /** What those are called whom it asks beside the members. */
  offices?: Readonly<Record<string, string>>;
  /** What single calls are about, by the names they have in keys. */
  tasks?: Readonly<Record<string, string>>;
  /** Stages of its own whose words are the verdict itself. */
  concludes?: readonly string[];
  findings?: { readonly [T in FindingType]?: PlayedFinding<FindingOf<T>> };
  ballots?: { readonly [T in BallotType]?: PlayedBallot<BallotOf<T>> };
  /** How its own stages are shown, where that is not as any. */
  shown?: Readonly<Record<string, PlayedStage>>;
}

const CONCLUDES = new Set(["synthesis"]);
const STAGES = new Map([
  ["opinions", say("Opinions")],
  ["research", say("Research")],
  ["review", say("Review")],
  ["synthesis", say("Synthesis")],
]);
const OFFICES = new Map([
  ["chair", say("Chair")],
  ["stand-in", say("Stand in")],
]);
const TASKS = new Map<string, string>();
const FINDINGS = new Joined<PlayedFinding<unknown>>();
const BALLOTS = new Joined<PlayedBallot<unknown>>();
const SHOWN = new Joined<PlayedStage>();

export function bringPlayed(played: Played): void {
  const { stages = {}, offices = {}, tasks = {}, concludes = [], findings = {}, ballots = {} } = played;
  SHOWN.join(played.shown ?? {});
  for (const [stage, title] of Object.entries(stages)) STAGES.set(stage, title);
  for (const [office, title] of Object.entries(offices)) OFFICES.set(office, title);
  for (const [task, title] of Object.entries(tasks)) TASKS.set(task, title);
  for (const stage of concludes) CONCLUDES.add(stage);
  FINDINGS.join(findings);
  BALLOTS.join(ballots);
}

/** Whether what is said in a stage is the verdict itself. */
export const concludes = (stage: string): boolean => CONCLUDES.has(stage);
/** What a stage, an office and the matter of a call are called, where that is known. */
export const stageNamed = (stage: string): string | undefined => STAGES.get(stage);
export const officeNamed = (office: string): string | undefined => OFFICES.get(office);
export const taskNamed = (task: string): string | undefined => TASKS.get(task);
export const findingPlayed = FINDINGS.of;
export const ballotPlayed = BALLOTS.of;
export const stagePlayed = SHOWN.of;
