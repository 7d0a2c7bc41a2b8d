// How far does the playhead come? In a recording by the time that passes; behind a running session by as much as it takes not
// to fall back, and past words that were heard while they were written. Where there is no time for one after the other, they
// are shown in one turn.
import { callOf, stageOf } from "../keys";
import type { EventLog, Logged } from "../log";
import { lengthOf } from "../pace/characters";
import type { RunningTime } from "../running";
import type { LiveSpeeches } from "../speeches";
import type { Beat } from "./beat";
import { lastingOf, READ, turnOn } from "./haste";
import type { Position, Show } from "./show";
import { shownOf, turnOf, type Turn } from "./turns";

export class Reach {
  /** How much of each statement had been heard when it was settled, from 0 to 1. */
  private readonly heard = new Map<string, number>();
  /** In which turn each beat came on, and what was shown of that. */
  private readonly turns = new WeakMap<Beat, Turn>();
  private readonly shown = new WeakMap<Turn, Beat>();

  constructor(
    private readonly log: EventLog,
    private readonly live: LiveSpeeches,
    private readonly running: Pick<RunningTime, "now">,
  ) {}

  /** An event is about to end a speech that is heard as it comes. */
  settled(event: Logged): void {
    if (event.kind !== "SeatSpoke" || "foreign" in event) return;
    const said = this.live.now().get(callOf(event.key))?.text ?? "";
    if (said !== "") this.heard.set(event.key, Math.min(1, lengthOf(said) / Math.max(1, lengthOf(event.body.text))));
  }

  /** Where a viewer goes on who was at the newest moment when the show ended at `end`. */
  from(show: Show, end: number): number {
    for (let index = show.indexAt(end); ; index++) {
      const beat = show.beats[index];
      if (beat === undefined) return show.duration;
      if (beat.as === "flow") continue;
      const heard = beat.as === "typed" || beat.as === "together" ? this.heard.get(beat.key) : undefined;
      return heard === undefined ? beat.from : beat.from + (beat.to - beat.from - beat.least) * heard;
    }
  }

  /** Where the playhead is after some time of the viewer's. It stops where something new comes on: however slow frames are,
   * what is shown begins with one, and is there for as long as it lasts. */
  on(show: Show, from: number, passed: number, follows: boolean): number {
    const now = this.running.now();
    let at = from;
    for (let index = show.indexAt(from); ; index = show.indexAt(at)) {
      const beat = show.beats[index];
      if (beat === undefined) return show.duration;
      if (!follows) return Math.min(beat.to, at + passed);
      const turn = beat.as === "flow" ? turnOf([beat]) : this.turnAt(show, index, now);
      const lasts = beat.as === "flow" ? 0 : lastingOf(turn, show, this.log, at, now);
      if (lasts > 0) return Math.min(turn.to, at + (passed * (turn.to - at)) / lasts);
      at = turn.to;
    }
  }

  /** What somebody who is led through a running session sees there: several beside each other where one after the other took
   * too long, and words nobody would have the time to read together with those of the others. */
  seen(show: Show, to: Position): Position {
    const { beat } = to;
    if (beat === null || beat.as === "flow") return to;
    const turn = this.turnAt(show, show.indexAt(beat.from), this.running.now());
    let shown = this.shown.get(turn);
    if (shown === undefined) this.shown.set(turn, (shown = shownOf(turn, this.asOf(show, turn, beat)) ?? beat));
    return { beat: shown, count: shown.count, t: shown.t };
  }

  /** The turn a beat is in: decided when its first comes on, and then kept. */
  private turnAt(show: Show, index: number, now: number): Turn {
    const beat = show.beats[index];
    const known = beat === undefined ? undefined : this.turns.get(beat);
    if (known !== undefined) return known;
    const turn = turnOn(show, this.log, index, now) ?? turnOf([]);
    for (const each of turn.beats) this.turns.set(each, turn);
    return turn;
  }

  /** As what a turn is shown: words that nobody has the time to read, and those of the stage after them, come together. */
  private asOf(show: Show, turn: Turn, { as, key, least }: Beat): string {
    if (as !== "floor") return as;
    if (turn.beats.length > 1) return "glance";
    if (least >= READ) return as;
    const before = show.beats[show.indexAt(turn.from) - 1];
    const last = before === undefined ? undefined : this.turns.get(before);
    const joins = before !== undefined && last !== undefined && stageOf(before.key) === stageOf(key);
    if (joins && this.shown.get(last)?.as === "glance") return "glance";
    return lastingOf(turn, show, this.log, turn.from, this.running.now()) < READ ? "glance" : as;
  }
}
