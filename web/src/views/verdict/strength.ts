// How firm is it, and how few ballots would have changed it? The server's sentences, and the tally's numbers in plain ones.
import { notedOf, saidOf } from "@/findings/standingWords";
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
  if (standing !== null) return [...saidOf(standing, looks), ...notedOf(standing, looks)];
  const board = latest(findings, "scoreboard");
  if (board !== null) {
    if (!board.rankable) return [board.reason];
    if (board.winner === null)
      return [
        `${board.winners.map((id) => lookOf(looks, id).name).join(" and ")} lead together; a tie takes no ballot to turn.`,
      ];
    if (board.k_replaced === 0) return [board.reason];
    const few = `${board.k_exact === false ? "at least " : ""}${ballots(board.k_replaced)}`;
    return [
      `${capital(few)} of ${String(board.counted)} would have to read otherwise for ${lookOf(looks, board.winner).name} not to lead alone.`,
    ];
  }
  const tiers = latest(findings, "tiers");
  if (tiers !== null) {
    const fragile = tiers.claims.filter((claim) => claim.k === 1).length;
    const open = tiers.claims.filter((claim) => claim.k === 0).length;
    const all = tiers.claims.length;
    const of = String(all);
    const some =
      open < all ? `${capital(number(open))} of ${of} claims` : all === 1 ? "The one claim" : `All ${of} claims`;
    return [
      ...(open > 0 ? [`${some} could stand in another tier with the opinions that are missing.`] : []),
      ...(fragile > 0
        ? [
            `${capital(number(fragile))} of ${of} claims ${fragile === 1 ? "hangs" : "hang"} on a single ballot: one changed would move ${fragile === 1 ? "it" : "them"} to another tier.`,
          ]
        : open === 0
          ? ["No claim's tier hangs on a single ballot."]
          : open < all
            ? ["The tier of no other claim hangs on a single ballot."]
            : []),
    ];
  }
  return [];
}
