// How far the playhead of somebody who watches a running session comes: by the time that passes, past words that were heard
// while they were written.
import { callOf } from "../keys";
import type { Logged } from "../log";
import { lengthOf } from "../pace/characters";
import type { LiveSpeeches } from "../speeches";
import type { Show } from "./show";

/** Further behind what happens than this, in milliseconds, the stage says so. */
export const BEHIND = 20_000;

export class Reach {
  /** How much of each statement had been heard when it was settled, from 0 to 1. */
  private readonly heard = new Map<string, number>();

  constructor(private readonly live: LiveSpeeches) {}

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
   * what is shown begins with one. Who follows a session has heard what flows. */
  on(show: Show, from: number, passed: number, follows: boolean): number {
    for (let index = show.indexAt(from); ; index++) {
      const beat = show.beats[index];
      if (beat === undefined) return show.duration;
      if (!follows || beat.as !== "flow") return Math.min(beat.to, Math.max(from, beat.from) + passed);
    }
  }
}
