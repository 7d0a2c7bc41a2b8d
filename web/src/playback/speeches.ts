// What is being said now? Pieces on their way, put together; a later attempt of a move replaces what an earlier said.
//
// When each piece came is remembered as the server's marks are, so that a viewer who goes back in a session that still
// runs sees what was heard by then, although nothing of it is committed yet.
import type { Speaking } from "@/wire/types";
import { firstOf, lengthOf } from "./pace/characters";
import { callOf } from "./keys";
import type { Logged } from "./log";
import { shownAt, type Mark } from "./pace/marks";

/** Words of a move that has not settled at the moment shown. */
export interface Speech {
  key: string;
  seat: string;
  attempt: number;
  text: string;
  reasoning: string;
  /** True when this is the verdict itself. */
  verdict: boolean;
}
export type Speeches = ReadonlyMap<string, Speech>;

export const SILENCE: Speeches = new Map();

interface Heard {
  speech: Speech;
  /** Characters of the text so far. */
  length: number;
  /** Running time and characters so far, for each piece of text. */
  marks: Mark[];
}

/** What is on its way now. */
export class LiveSpeeches {
  private readonly heardOf = new Map<string, Heard>();
  private current: Speeches | null = SILENCE;

  /** Takes a piece in, `t` milliseconds into the session; what a viewer held beyond its offset is replaced. */
  heard(piece: Speaking, t: number): void {
    const { key, seat, attempt } = piece;
    const had = this.heardOf.get(key);
    if (had !== undefined && attempt < had.speech.attempt) return;
    const same = had?.speech.attempt === attempt ? had : undefined;
    const speech: Speech = {
      key,
      seat,
      attempt,
      text: same?.speech.text ?? "",
      reasoning: same?.speech.reasoning ?? "",
      verdict: piece.verdict || (same?.speech.verdict ?? false),
    };
    let [length, marks] = [same?.length ?? 0, same?.marks ?? []];
    if (piece.reasoning) speech.reasoning = firstOf(speech.reasoning, piece.offset) + piece.text;
    else {
      speech.text = (piece.offset === length ? speech.text : firstOf(speech.text, piece.offset)) + piece.text;
      // A text that comes again from its start is a snapshot: what was heard of it before keeps its marks.
      const again = piece.offset < length;
      length = piece.offset + lengthOf(piece.text);
      if (again) marks = marks.filter(([, shown]) => shown <= length);
      if ((marks.at(-1)?.[1] ?? -1) < length) marks.push([t, length]);
    }
    this.heardOf.set(key, { speech, length, marks });
    this.current = null;
  }

  /** A committed event may end a speech: its words are in the state now, or void. */
  settled(event: Logged): void {
    if ("foreign" in event) return;
    if (event.kind === "SessionResumed" || event.kind === "SessionStopped" || event.kind === "VerdictReached")
      this.clear();
    else if (event.kind === "SeatSpoke" || event.kind === "SeatFailed") this.forget(callOf(event.key), Infinity);
    else if (event.kind === "SeatAsked") this.forget(callOf(event.key), event.body.attempt - 1);
  }

  /** Everything that is being said now; the same object until something changes. */
  now(): Speeches {
    this.current ??= new Map([...this.heardOf].map(([key, { speech }]) => [key, speech]));
    return this.current;
  }

  /** As much of a move's words as had been heard at a running time. */
  at(key: string, attempt: number, t: number): Speech | null {
    const heard = this.heardOf.get(key);
    if (heard === undefined || heard.speech.attempt !== attempt) return null;
    const text = firstOf(heard.speech.text, shownAt(heard.marks, t));
    return text === "" ? null : { ...heard.speech, text };
  }

  clear(): void {
    this.heardOf.clear();
    this.current = SILENCE;
  }

  private forget(key: string, upTo: number): void {
    const heard = this.heardOf.get(key);
    if (heard === undefined || heard.speech.attempt > upTo) return;
    this.heardOf.delete(key);
    this.current = null;
  }
}
