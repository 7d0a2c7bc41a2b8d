// What do the server's words mean to TypeScript? Names for the generated types; `api.d.ts` itself is never edited.
import type { components } from "./api";

export type Schemas = components["schemas"];

export type ExportRow = Schemas["ExportRow"];

export type Event = Schemas["Event"];
export type EventKind = Event["kind"];
export type EventOf<K extends EventKind> = Extract<Event, { kind: K }>;
export type Speaking = Schemas["SeatSpeaking"];
export type Waiting = Schemas["SeatWaiting"];

export type SessionState = Schemas["SessionState"];
export type Status = SessionState["status"];
export type MoveView = Schemas["MoveView"];
export type BallotView = Schemas["BallotView"];
export type FindingView = Schemas["FindingView"];
export type Finding = FindingView["finding"];
export type FindingType = Finding["type"];
export type FindingOf<T extends FindingType> = Extract<Finding, { type: T }>;
export type Ballot = NonNullable<BallotView["ballot"]>;
export type BallotType = Ballot["type"];
export type BallotOf<T extends BallotType> = Extract<Ballot, { type: T }>;
export type Seat = Schemas["Seat"];
export type Usage = Schemas["Usage"];
export type Verdict = Schemas["Verdict"];
export type Gist = Schemas["Gist"];
export type SessionRow = Schemas["SessionRow"];

/** What goes wrong, in the server's words: what happened, and what to do. */
export interface Problem {
  code: string;
  message: string;
  remedy: string;
  /** Of the answer it came in, where it came in one. */
  status?: number;
}

export type Council = Schemas["Council"];
export type CouncilRow = Schemas["CouncilRow"];
export type CouncilList = Schemas["CouncilList"];
export type CouncilBody = Schemas["CouncilBody"];
export type Member = Schemas["Member"];
export type ModelRow = Schemas["ModelRow"];
export type EndpointFull = Schemas["EndpointFull"];
export type ProtocolRow = Schemas["ProtocolRow"];
export type Rubric = Schemas["Rubric"];
export type RubricRow = Schemas["RubricRow"];
export type SessionBody = Schemas["SessionBody"];
export type EstimateRow = Schemas["EstimateRow"];
