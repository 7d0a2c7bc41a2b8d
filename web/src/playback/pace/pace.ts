// What was being said at a moment of the past? As much of each text as its pace had shown, and when nothing stirred.
import { concludes } from "../brought";
import { firstOf } from "./characters";
import { callOf, intentOf } from "../keys";
import type { EventLog } from "../log";
import { marksFrom, marksUntil, shownAt, type Mark } from "./marks";
import { SILENCE, type LiveSpeeches, type Speech, type Speeches } from "../speeches";
import type { EventOf, MoveView, SessionState } from "@/wire/types";

/** A stretch of running time in which nothing changes. */
export interface Quiet {
  began: number;
  until: number;
}

/** Where in a log each attempt was asked and answered, found once and kept up as the log grows. */
export class Pace {
  private seen = 0;
  private readonly asked = new Map<string, number>();
  private readonly answered = new Map<string, EventOf<"SeatSpoke">>();
  private shown: Speeches = SILENCE;

  constructor(
    private readonly log: EventLog,
    private readonly live: LiveSpeeches,
  ) {}

  /** What was being said `t` milliseconds in, after the first `count` events; what has not changed stays the same. */
  at(count: number, t: number): Speeches {
    const found = this.look(count, t);
    for (const [key, speech] of found) {
      const had = this.shown.get(key);
      const same = had?.text === speech.text && had.attempt === speech.attempt && had.reasoning === speech.reasoning;
      if (same) found.set(key, had);
    }
    const same = found.size === this.shown.size && [...found].every(([key, speech]) => this.shown.get(key) === speech);
    if (!same) this.shown = found.size === 0 ? SILENCE : found;
    return this.shown;
  }

  /** The same for a moment that is only looked at. */
  look(count: number, t: number): Map<string, Speech> {
    this.grow();
    const found = new Map<string, Speech>();
    for (const move of openMoves(this.log.at(count))) {
      const speech = this.speech(move, t);
      if (speech !== null) found.set(move.key, speech);
    }
    return found;
  }

  /** The stretch around `t` in which no event comes and nobody's words move on. */
  quiet(count: number, t: number): Quiet {
    this.grow();
    let began = this.log.events[count - 1]?.t ?? 0;
    let until = this.log.events[count]?.t ?? this.log.duration;
    for (const move of openMoves(this.log.at(count))) {
      const [start, marks] = this.marks(move);
      const passed = marksUntil(marks, t - start);
      const [last, next] = [marks[passed - 1], marks[passed]];
      if (last !== undefined) began = Math.max(began, start + last[0]);
      if (next !== undefined) until = Math.min(until, start + next[0]);
    }
    return { began, until };
  }

  private speech(move: MoveView, t: number): Speech | null {
    const event = this.answered.get(intentOf(move.key, move.attempt));
    if (event === undefined) return this.live.at(move.key, move.attempt, t);
    const [start, marks] = this.marks(move);
    const text = firstOf(event.body.text, shownAt(marks, t - start));
    if (text === "") return null;
    const { key, seat, attempt, stage } = move;
    return { key, seat, attempt, text, reasoning: event.body.reasoning, verdict: concludes(stage) };
  }

  private marks({ key, attempt }: MoveView): [start: number, marks: readonly Mark[]] {
    const intent = intentOf(key, attempt);
    const event = this.answered.get(intent);
    const start = this.log.events[this.asked.get(intent) ?? -1]?.t ?? 0;
    return [start, event === undefined ? [] : marksFrom(event.body.marks)];
  }

  private grow(): void {
    for (; this.seen < this.log.length; this.seen++) {
      const event = this.log.events[this.seen];
      if (event === undefined || "foreign" in event) continue;
      if (event.kind === "SeatAsked") this.asked.set(event.key, this.seen);
      if (event.kind !== "SeatSpoke") continue;
      // An answer that came too late is told under the same call: what settled the move goes before it.
      const intent = intentOf(callOf(event.key), event.body.attempt);
      if (!this.answered.has(intent)) this.answered.set(intent, event);
    }
  }
}

const open = new WeakMap<SessionState["moves"], readonly MoveView[]>();

/** Moves nobody has answered yet, found once for each state. */
export function openMoves({ moves }: SessionState): readonly MoveView[] {
  let found = open.get(moves);
  if (found === undefined) {
    found = Object.values(moves).filter((move) => move.state === "asked");
    open.set(moves, found);
  }
  return found;
}
