// What do protocols bring to the theatre? Pictures of their stages, who has a place of its own in them, lines between seats,
// cards under faces, figures beside them, and what a ballot says in a bubble.
import type { ComponentType } from "react";
import { say } from "@/language/say";
import { Joined } from "@/playback/joined";
import type { Moment } from "@/playback/player";
import type { BallotOf, BallotType, FindingOf, FindingType, SessionState } from "@/wire/types";

export type Tone = "good" | "mid" | "bad" | "gold" | "plain";

/** A line from one seat to another. */
export interface Bond {
  id: string;
  from: string;
  to: string;
  kind: "agree" | "disagree" | "charge" | "moved";
  /** Whether both say it of each other. */
  mutual: boolean;
  /** What each says, by who says it. */
  reasons: readonly { by: string; why: string }[];
}

/** A card that lies under an answer. */
export interface Mark {
  /** What tells it from the others under one answer. */
  id: string;
  /** Who gave it. */
  reader: string;
  /** What stands on it; empty while it lies face down. */
  label: string;
  tone: Tone;
  /** What it says in words, after who gave it. */
  words: string;
}
export type Marks = ReadonlyMap<string, readonly Mark[]>;
/** Makes a card of its reader's. */
export type Card = (label: string, tone: Tone, words: string) => Mark;

/** A line of the standing beside the arena. */
export interface Row {
  seat: string;
  /** Its place, tied answers alike; empty where nothing has been judged. */
  place: string;
  /** Whether there is a figure for it: the lowest of all has one as well. */
  judged: boolean;
  /** The figure it stands by. */
  figure: string;
  /** What is said beside the figure. */
  beside: string;
  /** How long its bar is, 0 to 1. */
  share: number;
  tone: Tone;
  /** How its face takes it. */
  mood: "proud" | "glum" | "";
}
export interface Standing {
  /** What the figures are. */
  says: string;
  rows: readonly Row[];
}
/** A row without a figure. */
export const BARE: Omit<Row, "seat"> = {
  place: "–",
  judged: false,
  figure: "–",
  beside: say("no votes"),
  share: 0,
  tone: "plain",
  mood: "",
};

/** What the arena shows in a scene. */
export interface Picture {
  /** The seats stand along two flanks with something large between them. */
  flanked?: true;
  /** What lies between the flanks. */
  Panel?: ComponentType;
  /** What stands in the middle of the ring, under the question. */
  Middle?: ComponentType;
  /** Which office has a place of its own; beside the ring, where it stands aside. */
  lead?: string;
  aside?: true;
  /** Cards lie open under faces: one for each reader, or those it makes itself. */
  cards?: "readers" | "own";
  marks?: (state: SessionState) => Marks;
  bonds?: (state: SessionState) => readonly Bond[];
  /** What is said is left to the lines, once there are any. */
  quiet?: true;
  /** The question steps back. */
  faint?: true;
  /** Nobody has been judged yet. */
  unjudged?: true;
  /** Who stands in the light while the others are dimmed. */
  lit?: (state: SessionState) => readonly string[];
  /** Whether names are hidden beyond a review. */
  masked?: (state: SessionState) => boolean;
  /** What stands below a seat's name. */
  note?: (state: SessionState, seat: string) => string;
}

export interface StagePart {
  scene: string;
  /** What kind of words are said in it, by what a move is about. */
  says?: string | ((about: string) => string);
}

/** What every such thing is given. */
export interface Shown {
  onOpen: (seat: string) => void;
}

export interface TheatrePart {
  pictures?: Readonly<Record<string, Picture>>;
  stages?: Readonly<Record<string, StagePart>>;
  /** Who stands where by a finding. */
  standings?: { readonly [T in FindingType]?: (finding: FindingOf<T>) => Standing };
  ballots?: { readonly [T in BallotType]?: BallotPart<BallotOf<T>> };
  /** What the council speaks of, where that is not the question as it was put. */
  asked?: (findings: SessionState["findings"]) => string | null;
  /** What lies large in the arena while something of its own is shown, and what is said of it, by its name in the show. */
  shown?: Readonly<Record<string, ComponentType<Shown>>>;
  captions?: Readonly<Record<string, (moment: Moment, name: (seat: string) => string) => string | undefined>>;
  /** What is said of who came first: by how much, and how firmly. */
  crowned?: (findings: SessionState["findings"], name: (seat: string) => string) => readonly string[];
  /** Another session of its kind, where somebody may start one: what is asked, and with which options. */
  next?: { says: string; question: (state: SessionState) => string; options: SessionState["options"] };
  /** On every member's seat, and over the arena for a while. */
  OnSeat?: ComponentType<{ seat: string }>;
  Notice?: ComponentType;
  /** What an office's last words are called. */
  decrees?: Readonly<Record<string, string>>;
  /** Which office writes the verdict, where that is not the chair. */
  writer?: string;
  /** Whether its reviews end in no figure. */
  unmarked?: true;
}
interface BallotPart<B> {
  /** The ballot as sentences; empty where the words of the move say it better. */
  words?: (ballot: B) => string;
  /** What it puts under which answer. */
  cards?: (ballot: B, card: Card) => readonly (readonly [seat: string, mark: Mark])[];
}

const PARTS = new Joined<TheatrePart>();
const PICTURES = new Joined<Picture>();
const STAGES = new Joined<StagePart>();
const STANDINGS = new Joined<(finding: unknown) => Standing>();
const BALLOTS = new Joined<BallotPart<unknown>>();
const DECREES = new Joined<string>();

/** By protocol. */
export function bringTheatre(parts: Readonly<Record<string, TheatrePart>>): void {
  PARTS.join(parts);
  for (const { pictures = {}, stages = {}, standings = {}, ballots = {}, decrees = {} } of Object.values(parts)) {
    PICTURES.join(pictures);
    STAGES.join(stages);
    STANDINGS.join(standings);
    BALLOTS.join(ballots);
    DECREES.join(decrees);
  }
}

export const theatreBrought = PARTS.of;
export const theatreParts = PARTS.all;
export const pictureBrought = PICTURES.of;
export const stageBrought = STAGES.of;
export const standingBrought = STANDINGS.of;
export const ballotBrought = BALLOTS.of;
export const decreeBrought = DECREES.of;

/** Sentences under each other; what is not said is left out. */
export const lines = (parts: readonly (string | undefined)[]): string => parts.filter((part) => part).join("\n");
