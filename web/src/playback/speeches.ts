// What is being said at this moment? Live, pieces on their way; in a recording, as much of a text as its pace had shown.
//
// A later attempt of a move replaces what an earlier one said; a settled move has no speech, its words are in the state.
import type { Speaking } from "@/wire/types";
import { callOf, intentOf } from "./keys";
import type { EventLog, Logged } from "./log";

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

/** What is on its way now. */
export class LiveSpeeches {
  private current = new Map<string, Speech>();

  /** Takes a piece in; what a viewer held beyond its offset is replaced. */
  heard(piece: Speaking): void {
    const had = this.current.get(piece.key);
    const same = had?.attempt === piece.attempt ? had : undefined;
    if (had !== undefined && piece.attempt < had.attempt) return;
    const part = piece.reasoning ? "reasoning" : "text";
    const before = (same?.[part] ?? "").slice(0, piece.offset);
    const said = { text: same?.text ?? "", reasoning: same?.reasoning ?? "", [part]: before + piece.text };
    const { key, seat, attempt } = piece;
    this.current = new Map(this.current).set(key, {
      key,
      seat,
      attempt,
      ...said,
      verdict: piece.verdict || (same?.verdict ?? false),
    });
  }

  /** A committed event may end a speech. */
  settled(event: Logged): void {
    if (event.kind !== "SeatSpoke" && event.kind !== "SeatFailed") return;
    const key = callOf(event.key);
    if (!this.current.has(key)) return;
    this.current = new Map(this.current);
    this.current.delete(key);
  }

  now(): Speeches {
    return this.current;
  }

  /** Forgets everything: after a reconnection a snapshot comes anew. */
  clear(): void {
    this.current = new Map();
  }
}

/** Where in a log each attempt was asked and answered, found once and kept up as the log grows. */
export class Pace {
  private seen = 0;
  private readonly asked = new Map<string, number>();
  private readonly answered = new Map<number, number>();

  constructor(private readonly log: EventLog) {}

  /** What was being said `t` milliseconds in, after the first `count` events. */
  at(count: number, t: number): Speeches {
    this.grow();
    const open = Object.values(this.log.at(count).moves).filter((move) => move.state === "asked");
    const found = new Map<string, Speech>();
    for (const move of open) {
      const asked = this.asked.get(intentOf(move.key, move.attempt));
      const event = this.log.events[this.answered.get(asked ?? -1) ?? -1];
      const start = asked === undefined ? undefined : this.log.events[asked]?.t;
      if (start === undefined || event?.kind !== "SeatSpoke" || "foreign" in event) continue;
      const text = event.body.text.slice(0, shownAt(event.body.marks, t - start));
      if (text !== "")
        found.set(move.key, { ...move, text, reasoning: event.body.reasoning, verdict: isVerdict(move.stage) });
    }
    return found.size === 0 ? SILENCE : found;
  }

  private grow(): void {
    for (; this.seen < this.log.length; this.seen++) {
      const event = this.log.events[this.seen];
      if (event === undefined || "foreign" in event) continue;
      if (event.kind === "SeatAsked") this.asked.set(event.key, this.seen);
      if (event.kind !== "SeatSpoke" && event.kind !== "SeatFailed") continue;
      const asked = this.asked.get(intentOf(callOf(event.key), event.body.attempt));
      if (asked !== undefined) this.answered.set(asked, this.seen);
    }
  }
}

/** Characters shown so many milliseconds after the call, between two marks as far as time has gone. */
function shownAt(marks: readonly (readonly unknown[])[], since: number): number {
  let [at, shown] = [0, 0];
  for (const mark of marks) {
    const [next, chars] = [Number(mark[0]), Number(mark[1])];
    if (next > since) {
      const share = next > at ? (since - at) / (next - at) : 0;
      return at === 0 ? 0 : Math.floor(shown + (chars - shown) * share);
    }
    [at, shown] = [next, chars];
  }
  return shown;
}

const isVerdict = (stage: string): boolean => stage === "synthesis";
