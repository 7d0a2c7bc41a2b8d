// How far does the playhead come? In a recording by the time that passes; behind a running session by as much as it takes not
// to fall back, and past words that were heard while they were written.
import { callOf } from "../keys";
import type { EventLog, Logged } from "../log";
import { lengthOf } from "../pace/characters";
import type { RunningTime } from "../running";
import type { LiveSpeeches } from "../speeches";
import { hasteOf } from "./haste";
import type { Show } from "./show";

export class Reach {
  /** How much of each statement had been heard when it was settled, from 0 to 1. */
  private readonly heard = new Map<string, number>();

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
      if (follows && beat.as === "flow") at = beat.to;
      else return Math.min(beat.to, at + passed * (follows ? hasteOf(show, this.log, at, now) : 1));
    }
  }
}
