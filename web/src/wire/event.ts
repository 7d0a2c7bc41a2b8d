// Is this really an event? The one place where what arrives is checked before the app believes its type.
import type { Event, EventKind, Speaking, Waiting } from "./types";

const KINDS: Record<EventKind, true> = {
  SessionOpened: true,
  StageEntered: true,
  SheetDealt: true,
  SeatAsked: true,
  SeatSpoke: true,
  SeatFailed: true,
  ToolsRequested: true,
  ToolAsked: true,
  ToolAnswered: true,
  SourcesFound: true,
  BallotRead: true,
  BallotSpoiled: true,
  FindingMade: true,
  VerdictReached: true,
  SessionResumed: true,
  SessionStopped: true,
  AnswerRequested: true,
};

/** A committed event of a kind this version does not know: it is kept, counted and shown plainly. */
export interface ForeignEvent {
  session: string;
  seq: number;
  key: string;
  at: string;
  t: number;
  kind: string;
  version: number;
  body: unknown;
  foreign: true;
}
export type Heard = Event | ForeignEvent | Speaking | Waiting;

export const isSpeaking = (heard: Heard): heard is Speaking => heard.kind === "SeatSpeaking";
export const isWaiting = (heard: Heard): heard is Waiting => heard.kind === "SeatWaiting";
export const isForeign = (event: Event | ForeignEvent): event is ForeignEvent => "foreign" in event;

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The event, or null when it is none; a kind from a newer server becomes a `ForeignEvent`. */
export function heardFrom(value: unknown): Heard | null {
  if (!isRecord(value) || typeof value["kind"] !== "string" || typeof value["session"] !== "string") return null;
  if (value["kind"] === "SeatSpeaking") {
    const whole =
      typeof value["key"] === "string" &&
      typeof value["seat"] === "string" &&
      typeof value["text"] === "string" &&
      Number.isInteger(value["offset"]) &&
      Number.isInteger(value["attempt"]);
    return whole ? (value as unknown as Speaking) : null;
  }
  if (value["kind"] === "SeatWaiting") {
    const seconds = value["seconds"];
    const whole =
      typeof value["key"] === "string" &&
      typeof value["seat"] === "string" &&
      typeof value["why"] === "string" &&
      typeof value["says"] === "string" &&
      typeof value["optional"] === "boolean" &&
      (seconds === null || (typeof seconds === "number" && Number.isFinite(seconds)));
    return whole ? (value as unknown as Waiting) : null;
  }
  const numbered =
    Number.isInteger(value["seq"]) &&
    (value["seq"] as number) > 0 &&
    typeof value["t"] === "number" &&
    typeof value["key"] === "string" &&
    isRecord(value["body"]);
  if (!numbered) return null;
  if (!Object.hasOwn(KINDS, value["kind"])) return { ...(value as unknown as ForeignEvent), foreign: true };
  return value as unknown as Event;
}
