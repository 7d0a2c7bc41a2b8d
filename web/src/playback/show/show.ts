// At which time of the show is each moment of a session on the screen, and for how long? A pure function of the log.
//
// A log that grows adds beats at the end and changes none: who watches a session while it runs and who watches it
// afterwards see the same show. Held by `web/test/playback/show/show.test.ts`.
import { intentOf, callOf } from "../keys";
import type { EventLog, Logged } from "../log";
import { marksFrom } from "../pace/marks";
import type { EventOf } from "@/wire/types";
import type { Beat, Part, Way } from "./beat";
import { isHeldBack, partsOf } from "./plan";

/** Where a show stands. */
export interface Position {
  /** The beat that is on; null where nothing of its own is shown: at the end, and while news is waited for. */
  beat: Beat | null;
  count: number;
  /** Running time of the session. */
  t: number;
}

/** How long somebody thinks before the first word, where that is cut short, and how long what was said stays. */
const THOUGHT = 600;
const SAID = 1200;

export class Show {
  readonly beats: Beat[] = [];
  /** Where each event comes on, by its number; the first of all at the beginning. */
  private readonly starts: number[] = [];
  private readonly asked = new Map<string, number>();
  private late: number | null = null;
  private made: { length: number; events: readonly Logged[] } = { length: -1, events: [] };

  constructor(
    private readonly log: EventLog,
    readonly way: Way,
    private readonly skipIdle: boolean,
  ) {
    this.grow();
  }

  get duration(): number {
    return this.beats.at(-1)?.to ?? 0;
  }

  /** Takes in what the log has more. */
  grow(): void {
    for (let at = this.starts.length; at < this.log.length; at++) {
      const event = this.log.events[at];
      if (event === undefined) return;
      if (event.kind === "SeatAsked" && !("foreign" in event)) this.asked.set(event.key, event.t);
      const parts = partsOf(event, () => this.log.at(at + 1));
      if (this.way === "floor") {
        this.starts.push(this.duration);
        for (const part of parts) this.add(part, event);
      } else {
        const speaks = parts[0]?.as === "floor" || parts[0]?.as === "typed";
        if (speaks) this.flow(event as EventOf<"SeatSpoke">, at);
        this.starts.push(this.duration);
        for (const part of parts)
          this.add(part.as === "floor" ? { ...part, as: "together", ms: SAID, least: SAID / 4 } : part, event);
      }
    }
  }

  /** Words come as they came, from the event before to the one that ends them. */
  private flow(event: EventOf<"SeatSpoke">, at: number): void {
    const before = this.log.events[at - 1]?.t ?? 0;
    const asked = this.asked.get(intentOf(callOf(event.key), event.body.attempt)) ?? before;
    const first = asked + (marksFrom(event.body.marks)[0]?.[0] ?? 0) - THOUGHT;
    const t = this.skipIdle ? Math.max(before, Math.min(event.t, first)) : before;
    if (event.t <= t) return;
    const from = this.duration;
    const { key } = event;
    const plain = { least: 0, count: at, seat: event.body.seat, nth: 0, key, closing: false };
    this.beats.push({ as: "flow", from, to: from + event.t - t, t, until: event.t, ...plain });
  }

  private add({ as, ms, least = ms, seat = "", nth = 0 }: Part, { seq, t, key, kind }: Logged): void {
    const from = this.duration;
    const closing = kind === "VerdictReached" && as !== "verdict";
    if (closing && as !== "curtain") this.late ??= from;
    this.beats.push({ as, from, to: from + ms, least, count: seq, t, until: t, seat, nth, key, closing });
  }

  /** What is on at a time of the show. */
  at(time: number): Position {
    const index = this.indexAt(time);
    const beat = this.beats[index];
    if (beat === undefined) return this.end();
    const share = beat.to === beat.from ? 0 : (time - beat.from) / (beat.to - beat.from);
    return { beat, count: beat.count, t: beat.t + (beat.until - beat.t) * Math.max(0, share) };
  }

  /** Where it stands when all of it has been shown. */
  end(): Position {
    return { beat: null, count: this.log.length, t: this.log.duration };
  }

  beatAt(time: number): Beat | undefined {
    return this.beats[this.indexAt(time)];
  }

  /** The number of the beat that is on at a time; one more than there are at the end. */
  indexAt(time: number): number {
    let [low, high] = [0, this.beats.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.beats[middle]?.to ?? Infinity) <= time) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** When so many events have happened: where the last of them comes on. */
  startOf(count: number): number {
    return count <= 0 ? 0 : (this.starts[Math.min(count, this.starts.length) - 1] ?? this.duration);
  }

  /** Just after so many events: the first of what is shown of the last of them, if it has anything of its own. */
  just(count: number): Position {
    const beat = this.beats[this.indexAt(this.startOf(count))];
    const t = this.log.events[count - 1]?.t ?? 0;
    return { beat: beat?.count === count ? beat : null, count, t };
  }

  /** Where a running time of the session lies in the show. */
  whenRunning(t: number): number {
    const count = Math.max(1, this.log.countAt(t));
    const start = this.startOf(count);
    for (let index = this.indexAt(start); this.beats[index]?.count === count; index++) {
      const beat = this.beats[index];
      if (beat?.as === "flow" && beat.t < t) return beat.from + (t - beat.t);
    }
    return start;
  }

  /** A running time of the session, just as things and words stood then; or so far on from there. What was made then and held
   * back is shown where it comes on. */
  near(t: number, on: number): { to: Position; at: number } {
    const late = this.late !== null && this.log.events.some((event) => event.t === t && isHeldBack(event));
    if (on === 0 && late) return { to: this.at(this.lateStart()), at: this.lateStart() };
    const at = Math.min(Math.max(0, this.whenRunning(t) + on), this.duration);
    if (on !== 0) return { to: this.at(at), at };
    const just = this.just(Math.max(1, this.log.countAt(t)));
    return { to: { ...just, t: Math.max(just.t, Math.min(t, this.log.duration)) }, at };
  }

  /** Where what was held back until the verdict comes on; the end where nothing was. */
  lateStart(): number {
    return this.late ?? this.duration;
  }

  /** The events with the times at which the show has them: what is drawn along a line of time is read off these. */
  dated(): readonly Logged[] {
    if (this.made.length !== this.log.length) {
      const spread = new Map(this.beats.filter(({ as }) => as !== "flow").map((beat) => [beat.key, beat]));
      const whens = new Map<string, number>();
      const events = this.log.events.map((event, at) => {
        const t = isHeldBack(event) && this.late !== null ? this.late : (this.starts[at] ?? this.duration);
        if (event.kind === "SeatAsked" && !("foreign" in event)) whens.set(event.body.seat, t);
        if (event.kind !== "SeatSpoke" || "foreign" in event) return { ...event, t };
        const beat = spread.get(event.key);
        const begun = whens.get(event.body.seat) ?? t;
        const marks = beat === undefined ? [] : tenths(beat, begun);
        return { ...event, t, body: { ...event.body, marks } };
      });
      this.made = { length: this.log.length, events };
    }
    return this.made.events;
  }
}

/** Ten places along a beat, counted from another time. */
const tenths = ({ from, to }: Beat, begun: number): [number, number][] =>
  Array.from({ length: 10 }, (_, n) => [from - begun + ((to - from) * n) / 10, n]);
