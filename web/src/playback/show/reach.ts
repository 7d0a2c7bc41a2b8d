// How far does the playhead come? In a recording by the time that passes; behind a running session by as much as it takes not
// to fall back, and past words that were heard while they were written. Where there is no time to read one after the other,
// they are shown together.
import { callOf, stageOf } from "../keys";
import type { EventLog, Logged } from "../log";
import { lengthOf } from "../pace/characters";
import type { RunningTime } from "../running";
import type { LiveSpeeches } from "../speeches";
import type { Beat } from "./beat";
import { hasteOf, lastingOf, READ } from "./haste";
import type { Position, Show } from "./show";

export class Reach {
  /** How much of each statement had been heard when it was settled, from 0 to 1. */
  private readonly heard = new Map<string, number>();
  /** What each beat of words was shown as, from when it came on. */
  private readonly shown = new WeakMap<Beat, Beat>();

  constructor(
    private readonly log: EventLog,
    private readonly live: LiveSpeeches,
    private readonly running: RunningTime,
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
    for (let index = show.indexAt(from); ; index++) {
      const beat = show.beats[index];
      if (beat === undefined) return show.duration;
      const haste = !follows ? 1 : beat.as === "flow" ? Infinity : hasteOf(show, this.log, at, now);
      if (haste < Infinity) return Math.min(beat.to, at + passed * haste);
      at = beat.to;
    }
  }

  /** What somebody who is led through a running session sees there: words nobody would have the time to read come together
   * with those of the others, and so do the next ones of the stage. */
  seen(show: Show, to: Position): Position {
    const { beat } = to;
    if (beat === null || beat.as !== "floor" || beat.least >= READ) return to;
    let as = this.shown.get(beat);
    if (as === undefined) {
      const before = show.beats[show.indexAt(beat.from) - 1];
      const goesOn = before !== undefined && stageOf(before.key) === stageOf(beat.key);
      const joins = goesOn && this.shown.get(before)?.as === "glance";
      const glance = joins || lastingOf(show, this.log, beat.from, this.running.now()) < READ;
      this.shown.set(beat, (as = glance ? { ...beat, as: "glance" } : beat));
    }
    return { ...to, beat: as };
  }
}
