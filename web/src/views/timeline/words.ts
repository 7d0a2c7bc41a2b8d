// What is said about a place on the timeline? In words, with names as they may be known now.
import { namesOf } from "@/transcript/wording";
import { say } from "@/language/say";
import type { Band, Cluster, Marker } from "@/playback/chapters";
import { bandAt } from "@/playback/chapters";
import { clockText } from "@/playback/clock";
import { isBlind, lookOf, looksOf, type Looks } from "@/playback/looks";
import type { Moment, Player } from "@/playback/player";

const LONGEST = 90;

/** `Ember changed position, citing Tern`. */
export function markerText(marker: Marker, looks: Looks): string {
  const who = marker.seats.length === 0 ? "" : namesOf(looks, marker.seats);
  const by = marker.by === null ? "" : ` ${lookOf(looks, marker.by).name}`;
  if (marker.kind === "award") return `${marker.says}: ${who}`;
  return who === "" ? marker.says : `${who} ${marker.says}${by}`;
}

export const clusterText = (cluster: Cluster, looks: Looks): string =>
  cluster.markers.map((marker) => markerText(marker, looks)).join(" · ");

/** `0:31 of 0:50, Alliances, event 1,093`. */
export function spoken(t: number, duration: number, bands: readonly Band[], count: number): string {
  const stage = bandAt(bands, t)?.title ?? say("Opening");
  return say("{time} of {length}, {stage}, event {number, number}", {
    time: clockText(t),
    length: clockText(duration),
    stage,
    number: count,
  });
}

/** What is being said at a moment, or was said last: `Ember: I accept the charge…`; masked when either moment is. */
export function thumbnail(player: Player, t: number): string {
  const then = player.peek(t);
  const looks = looksOf(then.state, isBlind(then.state) || isBlind(player.moment().state));
  const said = wordsAt(then);
  return said === null ? "" : `${lookOf(looks, said.seat).name}: ${said.words}`;
}

function wordsAt({ state, speeches }: Moment): { seat: string; words: string } | null {
  const now = [...speeches.values()].at(-1);
  if (now !== undefined) return { seat: now.seat, words: `…${tail(now.text)}` };
  const last = Object.values(state.moves).findLast((move) => move.state === "spoke" && !/^\s*[[{`]/.test(move.text));
  return last === undefined ? null : { seat: last.seat, words: head(last.text) };
}

const plain = (text: string): string =>
  text
    .replace(/[#*_`>|]+/g, "")
    .replace(/\s+/g, " ")
    .trim();

function head(text: string): string {
  const words = plain(text.slice(0, 400));
  return words.length <= LONGEST ? words : `${words.slice(0, words.lastIndexOf(" ", LONGEST))}…`;
}

function tail(text: string): string {
  const words = plain(text.slice(-400));
  return words.length <= LONGEST ? words : words.slice(words.indexOf(" ", words.length - LONGEST) + 1);
}

/** Keys that do what a control does, as `aria-keyshortcuts` says them; empty where none does. */
export type Keys = (what: string) => string | undefined;
