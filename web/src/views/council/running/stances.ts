// How each member stands to the first answer, read off moves and ballots alone.
import { callOf } from "@/playback/keys";
import { spokenOf, withoutMarker } from "@/playback/show/readable";
import { ballotPlayed, concludes } from "@/playback/brought";
import { findingBrought, tabBrought } from "@/findings/brought";
import type { Moment } from "@/playback/player";
import type { Ballot, MoveView, SessionState } from "@/wire/types";
import { tabsOf, type CouncilTab } from "../tabs";

type Shown = Pick<Moment, "state" | "speeches">;

/** The tab of the stage in which members answer first. */
export function answersTab(state: SessionState): CouncilTab | undefined {
  const tabs = tabsOf(state);
  return tabs.find(({ kind }) => kind === "answers") ?? tabs.find(({ kind }) => kind === "findings");
}

/** The stage in which members answer first; empty before it is known. */
export const answeringStage = (state: SessionState): string => answersTab(state)?.stages[0] ?? "";

const isLost = (move: MoveView | undefined): boolean => move?.state === "failed" || move?.state === "late";

/** The words of a move as far as they have come; empty where it has none for people. */
export function wordsOf({ state, speeches }: Shown, key: string): string {
  const move = state.moves[key];
  const { text, form } = spokenOf(move?.state === "spoke" ? move.text : (speeches.get(key)?.text ?? ""));
  return form ? "" : text;
}

/** Finds the move whose words came first, and stays with it unless it fails. */
export function firstAnswer(): (shown: Shown) => string {
  let kept = "";
  return (shown) => {
    const { moves } = shown.state;
    if (kept !== "" && moves[kept] !== undefined && !isLost(moves[kept])) return kept;
    const stage = answeringStage(shown.state);
    const heard = Object.values(moves)
      .filter((move) => move.stage === stage && move.key === `${stage}/${move.seat}` && !isLost(move))
      .map((move) => ({ move, length: wordsOf(shown, move.key).length }))
      .filter(({ length }) => length > 0);
    heard.sort((one, other) => rank(one.move) - rank(other.move) || other.length - one.length);
    kept = heard[0]?.move.key ?? "";
    return kept;
  };
}

/** Those who are done come first, the quickest before all. */
const rank = (move: MoveView): number => (move.state === "spoke" ? move.total_ms : Number.MAX_SAFE_INTEGER);

/** The speech that carries a verdict's whole text while the answers are compared with it. */
const WHOLE = "verdict";

/** The last move that writes the verdict and has words. */
function finalMove(shown: Shown): MoveView | undefined {
  const { moves } = shown.state;
  return Object.values(moves).findLast(
    (move) =>
      concludes(move.stage) &&
      !move.key.includes("+") &&
      !isLost(move) &&
      tabBrought(move.stage)?.writes === undefined && // what is written there is no verdict
      withoutMarker(wordsOf(shown, move.key), true).trim() !== "",
  );
}

/** The text that takes the place of the first answer, as far as it has come; empty before its first word. */
export function finalText(shown: Shown): string {
  const whole = shown.state.verdict?.text ?? shown.speeches.get(WHOLE)?.text;
  if (whole !== undefined) return withoutMarker(whole, false);
  const move = finalMove(shown);
  return move === undefined ? composedAnswer(shown) : withoutMarker(wordsOf(shown, move.key), true);
}

/** The answer that code composed from the votes, while its report is written; empty where there is none. */
export function composedAnswer({ state }: Pick<Shown, "state">): string {
  if (state.verdict !== null) return "";
  const made = state.findings.findLast(({ finding }) => findingBrought(finding.type)?.answer !== undefined);
  return made === undefined ? "" : (findingBrought(made.finding.type)?.answer?.(made.finding) ?? "");
}

/** Whether the answers are compared with the sentences of the whole text. */
export const isChecked = ({ speeches }: Shown): boolean => speeches.has(WHOLE);

/** Whether the final text is whole, also before the verdict is recorded. */
export const isWhole = (shown: Shown): boolean =>
  shown.state.verdict !== null || shown.speeches.has(WHOLE) || finalMove(shown)?.state === "spoke";

/** The seat that writes the final text; empty before its first word. */
export const finalWriter = (shown: Shown): string => finalMove(shown)?.seat ?? "";

export type Stance =
  "first" | "agrees" | "differs" | "unasked" | "answered" | "writing" | "thinking" | "searching" | "failed" | "ahead";

/** How a member stands to the answer of `first`. */
export function stanceOf(shown: Shown, seat: string, first: string): Stance {
  const { state, speeches } = shown;
  const key = `${answeringStage(state)}/${seat}`;
  const move = state.moves[key];
  if (isLost(move)) return "failed";
  const whose = state.moves[first]?.seat ?? "";
  if (seat === whose) return "first";
  const ballots = Object.values(state.ballots).filter(({ ballot }) => ballot !== null && judges(ballot));
  if (whose !== "" && ballots.length > 0) {
    const cast = ballots.findLast(({ reader }) => reader === seat)?.ballot;
    return (cast == null ? null : verdictOn(cast, whose)) ?? "unasked";
  }
  if (move === undefined) return "ahead";
  if (move.state === "spoke") return "answered";
  if (Object.values(state.tools).some((use) => callOf(use.key) === key && use.answer === null)) return "searching";
  return (speeches.get(key)?.text ?? "") === "" ? "thinking" : "writing";
}

const judges = ({ type }: Ballot): boolean => type === "ranking" || ballotPlayed(type)?.stance !== undefined;

/** Whether a ballot puts this member's answer first or lower; null where it was not asked about it. */
function verdictOn(ballot: Ballot, seat: string): "agrees" | "differs" | null {
  if (ballot.type !== "ranking") return ballotPlayed(ballot.type)?.stance?.(ballot, seat) ?? null;
  if (ballot.abstained || !ballot.tiers.flat().includes(seat)) return null;
  return ballot.tiers[0]?.includes(seat) === true ? "agrees" : "differs";
}
