// How few ballots would have changed it? The tally's own numbers in plain sentences.
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";

const NUMBERS = [
  "no",
  "one",
  "two",
  "three",
  "four",
  "five",
  "six",
  "seven",
  "eight",
  "nine",
  "ten",
  "eleven",
  "twelve",
];
const number = (n: number): string => NUMBERS[n] ?? String(n);
const ballots = (n: number): string => `${number(n)} ${n === 1 ? "ballot" : "ballots"}`;
const capital = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1);

/** Sentences about how firm the result is; none where nothing was ranked. */
export function strengthOf(findings: SessionState["findings"], looks: Looks): readonly string[] {
  const standing = latest(findings, "standing");
  if (standing !== null) {
    if (!standing.rankable) return [standing.reason];
    const name = (id: string | null | undefined): string => (id == null ? "nobody" : lookOf(looks, id).name);
    const said: string[] = [];
    if (standing.winner === null) {
      const tied = standing.winners.map(name).join(" and ");
      said.push(tied === "" ? "No answer comes first." : `${tied} share first place; a tie takes no ballot to turn.`);
    } else if (standing.k_replaced === 0) {
      said.push(standing.reason);
    } else {
      const bound = standing.k_exact ? "" : "at least ";
      const removed =
        standing.k_removed === null
          ? "; leaving ballots out would not change it"
          : `, or ${bound}${number(standing.k_removed)} left out`;
      said.push(
        `${capital(bound + ballots(standing.k_replaced))} of ${String(standing.counted)} would have to read otherwise for ${name(standing.winner)} not to come first${removed}.`,
      );
    }
    if (standing.mean_winner !== null && standing.mean_winner !== standing.winner)
      said.push(
        `By plain mean rank ${name(standing.mean_winner)} comes first; the robust rule (median, then trimmed mean) puts ${standing.winner === null ? "nobody alone" : name(standing.winner)} there, because a single odd ballot moves it less.`,
      );
    if (standing.winner !== null)
      said.push(
        standing.separable
          ? "The winner is separable: it comes first in at least 95 % of resamplings of the ballots."
          : "The winner is not separable: chance in who voted could have put another answer first.",
      );
    return said;
  }
  const board = latest(findings, "scoreboard");
  if (board !== null) {
    if (!board.rankable) return [board.reason];
    if (board.winner === null)
      return [
        `${board.winners.map((id) => lookOf(looks, id).name).join(" and ")} lead together; a tie takes no ballot to turn.`,
      ];
    if (board.k_replaced === 0) return [board.reason];
    return [
      `${capital(ballots(board.k_replaced))} of ${String(board.counted)} would have to read otherwise for ${lookOf(looks, board.winner).name} not to lead alone.`,
    ];
  }
  const tiers = latest(findings, "tiers");
  if (tiers !== null) {
    const fragile = tiers.claims.filter((claim) => claim.k === 1).length;
    const of = String(tiers.claims.length);
    return [
      fragile === 0
        ? `No claim's tier hangs on a single ballot.`
        : `${capital(number(fragile))} of ${of} claims ${fragile === 1 ? "hangs" : "hang"} on a single ballot: one changed would move ${fragile === 1 ? "it" : "them"} to another tier.`,
    ];
  }
  return [];
}
