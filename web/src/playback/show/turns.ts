// What is on the screen in one go? A beat; or, where there is no time for one after the other, several of one kind in a row,
// which then have their least times at once.
import { stageOf } from "../keys";
import type { Beat } from "./beat";

export interface Turn {
  readonly beats: readonly Beat[];
  /** Where it lies in the show. */
  readonly from: number;
  readonly to: number;
  /** How long it is on at least, and where there is time. */
  readonly least: number;
  readonly whole: number;
}

/** Of these several can be seen at once: words, cards, lines, badges, what is missing, and what only becomes part of the picture. */
const BESIDE: ReadonlySet<string> = new Set(["floor", "reading", "drawn", "award", "failure", "hold"]);
/** Several things take longer to be looked at than the longest of them, in milliseconds. */
const LOOKED = 2000;

/** The turns from a beat on; `beside` is whether what can be shown at once is. */
export function turnsFrom(beats: readonly Beat[], index: number, beside: boolean): Turn[] {
  const found: Turn[] = [];
  for (let at = index; at < beats.length;) {
    const run = beside ? runFrom(beats, at) : beats.slice(at, at + 1);
    found.push(turnOf(run));
    at += run.length;
  }
  return found;
}

export function turnOf(beats: readonly Beat[]): Turn {
  const [from, to] = [beats[0]?.from ?? 0, beats.at(-1)?.to ?? 0];
  const longest = Math.max(...beats.map(({ least }) => least));
  const all = beats.reduce((sum, each) => sum + each.least, 0);
  const least = Math.max(longest, Math.min(all, LOOKED));
  // Several texts are still read one after the other; of anything else all is seen in the time that one of them has.
  const whole = beats[0]?.as === "floor" ? to - from : Math.max(least, ...beats.map((beat) => beat.to - beat.from));
  return { beats, from, to, least, whole };
}

/** Those of one kind and of one stage that follow each other. */
function runFrom(beats: readonly Beat[], index: number): readonly Beat[] {
  const first = beats[index];
  if (first === undefined || !BESIDE.has(first.as)) return beats.slice(index, index + 1);
  let end = index + 1;
  for (; end < beats.length; end++) {
    const beat = beats[end];
    if (beat?.as !== first.as || stageOf(beat.key) !== stageOf(first.key)) break;
  }
  return beats.slice(index, end);
}

/** What is shown of a turn: its beat, or one for all of them. */
export function shownOf({ beats, from, to, least }: Turn, as: string): Beat | undefined {
  const last = beats.at(-1);
  if (last === undefined || (beats.length === 1 && as === last.as)) return last;
  if (beats.length === 1) return { ...last, as };
  return { ...last, as, from, to, least, seat: "", among: beats };
}
