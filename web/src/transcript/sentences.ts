// What has happened, in one plain sentence? One for every kind of event, in a table that the compiler keeps complete.
//
// Names come from looks alone: while answers are judged blind a sentence names letters, a judge is "a reviewer", and
// words of the server or of a provider that might name somebody are left out.
import { aboutOf, moveOf, stageOf, stageTitle } from "@/playback/keys";
import type { Logged } from "@/playback/log";
import type { Look, Looks } from "@/playback/looks";
import { isForeign } from "@/wire/event";
import type { EventKind, EventOf, SessionState } from "@/wire/types";
import { ballotSentence } from "./ballotSentences";
import { findingSentence } from "./findingSentences";
import { because, capital, count, cut, ended, isMasked, nameOf, readerOf } from "./wording";

type Telling = { [K in EventKind]: (event: EventOf<K>, looks: Looks) => string };

export const FAILURES: Record<EventOf<"SeatFailed">["body"]["failed"], string> = {
  ok: "ended",
  truncated: "was cut by the output limit",
  refused: "refused to answer",
  empty: "gave an empty answer",
  incomplete: "broke off",
  malformed: "sent something that is no answer",
  error: "could not be reached",
  timeout: "took too long",
  cancelled: "was cancelled",
  late: "came too late",
  budget: "was not asked: the budget does not allow it",
};

export const OUTCOMES: Record<SessionState["status"], string> = {
  running: "The session is running.",
  waiting: "The session is waiting for a person.",
  verdict: "The council reached a verdict.",
  inconclusive: "The council withheld its verdict.",
  failed: "The session failed before there was a verdict.",
  stopped: "The session was stopped before there was a verdict.",
  out_of_budget: "The session ran out of its budget before there was a verdict.",
};

/** What is read out for kinds of errors, where the provider's own words may not be shown. */
export const ERRORS: Readonly<Record<string, string>> = {
  auth: "the key was refused",
  credit: "no credit is left",
  rate: "too many requests",
  network: "the network failed",
  server: "the service failed",
  not_found: "there is no such model",
  context: "the prompt is too long",
};

/** Who speaks at a key: in a review behind masks nobody in particular, so that no letter is tied to a judgement. */
function speakerAt(key: string, seat: string, looks: Looks): string {
  return stageOf(key).startsWith("review") ? readerOf(looks, seat) : nameOf(looks, seat);
}

const words = (text: string): string => count(text.trim() === "" ? 0 : text.trim().split(/\s+/).length, "word");

/** `on labels of seat-a` with a name where the seat stands. */
function aboutWords(key: string, looks: Looks): string {
  const about = aboutOf(key);
  if (about === "") return "";
  if (about === "again") return " again";
  const whose = about.split(".").at(-1) ?? "";
  const named = looks.has(whose) ? nameOf(looks, whose) : whose;
  const what = about.slice(0, Math.max(0, about.length - whose.length - 1)).replaceAll(/[-.]/g, " ");
  return what === "" ? ` on ${named.replaceAll("-", " ")}` : ` on ${what} of ${named}`;
}

export const SENTENCES = {
  SessionOpened: ({ body }) =>
    body.fork === null
      ? `The council sits: ${count(body.roster.seats.length, "member")}.`
      : `The council sits again, from ${stageTitle(body.fork.stage)} on: ${count(body.roster.seats.length, "member")}.`,
  StageEntered: ({ body }) => `${stageTitle(body.stage)} ${/[^i]s$/.test(body.stage) ? "begin" : "begins"}.`,
  SheetDealt: ({ body, key }, looks) =>
    `${speakerAt(key, body.reader, looks)} is given ${count(body.entries.length, "text")} without names.`,
  SeatAsked: ({ body, key }, looks) =>
    `${speakerAt(key, body.seat, looks)} is asked${aboutWords(key, looks)}${body.attempt > 1 ? `, try ${String(body.attempt)}` : ""}.`,
  SeatSpoke: ({ body, key }, looks) => {
    if (body.measured.length > 0) return "The texts were measured for likeness.";
    const how = key.includes("+repair") ? "put its ballot in order" : "finished";
    const cutOff = body.settled === "truncated" ? ", cut by the output limit" : "";
    return `${speakerAt(key, body.seat, looks)} ${how}${aboutWords(key, looks)}, ${words(body.text)}${cutOff}.`;
  },
  SeatFailed: ({ body, key }, looks) => {
    const why = isMasked(looks) ? (ERRORS[body.error] ?? "") : body.cause;
    const next = body.final ? "" : " It is tried again.";
    const told = `${speakerAt(key, body.seat, looks)} ${FAILURES[body.failed]}${because(why)}`;
    return `${ended(told)}${next}`;
  },
  SourcesFound: ({ body }) =>
    `${capital(count(body.sources.length, "source"))} found for “${cut(body.query, 60)}”${body.failures.length > 0 ? `; ${count(body.failures.length, "searcher")} failed` : ""}.`,
  BallotRead: ({ body, key }, looks) => {
    const about = aboutWords(key, looks);
    const said = ballotSentence(body.ballot, readerOf(looks, body.reader), looks);
    return about === "" || about === " again" ? said : `${said.replace(/\.$/, "")} (${about.replace(/^ on /, "")}).`;
  },
  BallotSpoiled: ({ body }, looks) =>
    ended(
      `${readerOf(looks, body.reader)}'s ballot could not be read and is not counted${because(body.why, isMasked(looks))}`,
    ),
  FindingMade: ({ body }, looks) => findingSentence(body.finding, looks),
  VerdictReached: ({ body: { verdict } }, looks) => {
    const { outcome, ruling, winner, reason } = verdict;
    if (outcome === "inconclusive") return ended(`The verdict is withheld${because(reason, isMasked(looks))}`);
    const ruled = ruling === null ? "" : `: ${ruling.verdict_class.replaceAll("_", " ")}`;
    const first = winner === null ? "" : `; the ballots put ${nameOf(looks, winner)} first`;
    return `The verdict is reached${ruled}${first}.`;
  },
  SessionResumed: ({ body }) => `The session goes on after ${body.after.replaceAll("_", " ")}.`,
  SessionStopped: ({ body }, looks) =>
    isMasked(looks) || body.message === "" ? OUTCOMES[body.outcome] : `${OUTCOMES[body.outcome]} ${body.message}`,
} satisfies Telling;

/** What has happened, in one sentence; also for a kind that this version does not know. */
export function sentenceOf(event: Logged, looks: Looks): string {
  if (isForeign(event)) return `Something of a newer kind: ${event.kind}.`;
  return (SENTENCES[event.kind] as (event: Logged, looks: Looks) => string)(event, looks);
}

/** How an event sounds: what a list shows small, what it marks, what is announced at once. */
export type Weight = "minor" | "plain" | "stage" | "good" | "bad";

export function weightOf(event: Logged): Weight {
  if (isForeign(event)) return "minor";
  switch (event.kind) {
    case "SeatAsked":
    case "SheetDealt":
      return "minor";
    case "StageEntered":
    case "SessionOpened":
      return "stage";
    case "SeatFailed":
    case "BallotSpoiled":
    case "SessionStopped":
      return "bad";
    case "VerdictReached":
      return event.body.verdict.outcome === "verdict" ? "good" : "plain";
    default:
      return "plain";
  }
}

/** Whose event it is, for a face beside it; nobody's where a mask must not be tied to a judgement. */
export function actorOf(event: Logged, looks: Looks): Look | null {
  if (isForeign(event)) return null;
  const seat = "seat" in event.body ? event.body.seat : "reader" in event.body ? event.body.reader : null;
  const look = seat === null ? undefined : looks.get(seat);
  if (look === undefined || (look.masked && stageOf(moveOf(event.key)).startsWith("review"))) return null;
  return look;
}
