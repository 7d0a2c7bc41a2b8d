// What does a seat say in this stage, in words a reader can follow? Its newest move, and the words of its ballot.
//
// Members often answer in a form a program reads. While such an answer is on its way, the sentences in it are shown;
// once it has been read, the ballot's own words are.
import { wordsNow } from "@/playback/show/readable";
import { ballotBrought, lines } from "../brought";
import type { Ballot, BallotView, MoveView, SessionState } from "@/wire/types";

const MEMBER = /^seat-/;

const places = new WeakMap<SessionState["moves"], Map<string, MoveView>>();

/** The newest move of a seat in a stage. */
export function moveIn(state: SessionState, stage: string, seat: string): MoveView | undefined {
  let found = places.get(state.moves);
  if (found === undefined) {
    found = new Map();
    for (const move of Object.values(state.moves)) {
      if (move.key.endsWith("+repair")) continue;
      const place = `${move.stage}/${move.seat}`;
      const had = found.get(place);
      // An adjudicator is asked many things at once: what it said last is shown, not what it is asked next.
      const officer = move.state === "asked" && had?.state === "spoke" && !MEMBER.test(move.seat);
      if (!officer) found.set(place, move);
    }
    places.set(state.moves, found);
  }
  return found.get(`${stage}/${seat}`);
}

/** The ballot read from a move's words. */
export const ballotOf = (state: SessionState, key: string): BallotView | undefined => state.ballots[`${key}:ballot`];

/** What a settled move says. */
export function wordsOf(state: SessionState, move: MoveView): string {
  const ballot = ballotOf(state, move.key)?.ballot;
  const read = ballot ? wordsOfBallot(ballot) : "";
  return read === "" ? wordsNow(move, "") : read;
}

/** A ballot as sentences; empty where the words of the move say it better. */
export function wordsOfBallot(ballot: Ballot): string {
  if (ballot.type === "ranking") return lines(Object.values(ballot.comments));
  return ballotBrought(ballot.type)?.words?.(ballot) ?? "";
}

/** The end of a text, at most so many characters, begun at a word; emphasis or code that was open there is open again. */
export function tailOf(text: string, most = 300): string {
  if (text.length <= most) return text;
  const cut = text.slice(-most);
  const space = cut.search(/\s/);
  const from = text.length - most + (space < 0 || space > most / 2 ? 0 : space + 1);
  return openAt(text, from) + text.slice(from);
}

/** The mark that is open where a text is cut; none goes beyond its line. */
function openAt(text: string, at: number): string {
  const line = text.slice(Math.max(0, text.lastIndexOf("\n", at - 1) + 1, at - 2000), at);
  const [, ...code] = line.split("`");
  if (code.length % 2 === 1) return "`";
  return line.split("**").length % 2 === 0 ? "**" : "";
}
