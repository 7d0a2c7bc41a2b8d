// How quickly does the show of a running session go? As planned while it keeps up; faster where it would fall further behind
// than a viewer should be, and never so fast that a beat lasts less than its least.
//
// Nothing begins later than `BEHIND` after it happened, as far as the least times leave room for that: what is over in a
// second cannot be watched in a second.
import type { EventLog } from "../log";
import type { Beat } from "./beat";
import type { Show } from "./show";

/** How far behind the session its show may be, in milliseconds. */
export const BEHIND = 20_000;
/** Words that would be on for less than this cannot be read: what was said by then is shown together instead. */
export const READ = 2000;

/** How long the beat at a time of the show lasts, `now` milliseconds into the session. */
export function lastingOf(show: Show, log: EventLog, at: number, now: number): number {
  const first = show.indexAt(at);
  const current = show.beats[first];
  if (current === undefined) return 0;
  const length = lengthOf(current);
  const left = (current.to - at) / Math.max(1, length);
  let [whole, least] = [length * left, current.least * left];
  let leisure = 1;
  for (const beat of show.beats.slice(first + 1)) {
    const slack = (log.events[beat.count - 1]?.t ?? now) + BEHIND - now - least;
    const room = whole - least;
    if (slack < room) leisure = Math.min(leisure, Math.max(0, slack / room));
    whole += lengthOf(beat);
    least += beat.least;
  }
  return current.least + leisure * (length - current.least);
}

/** Times the planned speed; infinite where a beat is passed over. */
export function hasteOf(show: Show, log: EventLog, at: number, now: number): number {
  const beat = show.beats[show.indexAt(at)];
  if (beat === undefined) return 1;
  const lasts = lastingOf(show, log, at, now);
  return lasts <= 0 ? Infinity : lengthOf(beat) / lasts;
}

const lengthOf = ({ from, to }: Beat): number => to - from;
