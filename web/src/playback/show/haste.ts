// How quickly does the show of a running session go? As planned while it keeps up; faster where it would fall further behind
// than a viewer should be, and never so fast that a beat lasts less than its least. Where even the least times leave no room,
// what several did is shown in one turn, beside each other.
//
// No turn begins later than `KEPT` after it happened and the verdict is not on later than `BEHIND` after the end, as far as
// the least times of turns leave room for that: what is over in a second cannot be watched in a second. What comes after the
// verdict has all its time, one after the other: nothing more happens that would have to be caught up with.
import type { EventLog } from "../log";
import type { Show } from "./show";
import { turnsFrom, type Turn } from "./turns";

/** How far behind the session its show may be, in milliseconds. */
export const BEHIND = 20_000;
/** How far behind it is let on purpose: the rest is for what comes more quickly than it can be shown. */
export const KEPT = 12_000;
/** Words that would be on for less than this cannot be read: what was said by then is shown together instead. */
export const READ = 2000;

/** How turns are shown from now on. */
interface Pace {
  /** From 0, as shortly as may be, to 1, as planned. */
  leisure: number;
  /** Whether everything would be in time. */
  keeps: boolean;
}

/** The turn that comes on with a beat, by what has happened until `now` milliseconds into the session. */
export function turnOn(show: Show, log: EventLog, index: number, now: number): Turn | undefined {
  const alone = turnsFrom(show.beats, index, false);
  if (paceOf(alone, log, 1, now).keeps) return alone[0];
  return turnsFrom(show.beats, index, true)[0];
}

/** How long a turn lasts from a time of the show on. */
export function lastingOf(turn: Turn, show: Show, log: EventLog, at: number, now: number): number {
  const next = show.indexAt(turn.to);
  const left = (turn.to - at) / Math.max(1, turn.to - turn.from);
  const pace = [false, true]
    .map((beside) => paceOf([turn, ...turnsFrom(show.beats, next, beside)], log, left, now))
    .reduce((alone, beside) => (alone.keeps ? alone : beside));
  return left * (turn.least + pace.leisure * (turn.whole - turn.least));
}

/** The pace at which turns are shown of whose first a share is left. */
function paceOf(turns: readonly Turn[], log: EventLog, left: number, now: number): Pace {
  const pace: Pace = { leisure: 1, keeps: true };
  const last = log.events[log.length - 1];
  let [whole, least] = [0, 0];
  const bound = (until: number): void => {
    const [slack, room] = [until - now - least, whole - least];
    if (slack < 0) pace.keeps = false;
    if (slack < room) pace.leisure = Math.min(pace.leisure, Math.max(0, slack / room));
  };
  const finale = turns.findIndex(({ beats: [first] }) => first?.closing === true);
  turns.slice(0, finale === -1 ? turns.length : finale).forEach((turn, index) => {
    const share = index === 0 ? left : 1;
    if (index > 0) bound((log.events[countOf(turn) - 1]?.t ?? now) + KEPT);
    whole += turn.whole * share;
    least += turn.least * share;
  });
  if (last !== undefined && ENDS.has(last.kind)) bound(last.t + BEHIND);
  return pace;
}

/** With these a session is over. */
const ENDS: ReadonlySet<string> = new Set(["VerdictReached", "SessionStopped"]);

const countOf = ({ beats: [first] }: Turn): number => first?.count ?? 0;
