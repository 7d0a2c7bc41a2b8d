// What does a debate bring to the verdict? How few ballots would end the lead, and which pairs stay opposed.
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import type { VerdictPart } from "@/views/verdict/brought";
import { ballots, capital } from "@/views/verdict/numbers";

export const verdict: VerdictPart = {
  outcome: (findings) => {
    const board = latest(findings, "scoreboard");
    return board === null ? {} : { because: board.reason };
  },
  firm: (findings, looks) => {
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
    return null;
  },
  dissent: ({ findings }, looks) => {
    const alliances = latest(findings, "alliances");
    if (alliances !== null && alliances.rivals.length > 0) {
      const points = alliances.rivals.map((pair) => {
        const [one, other] = pair.map((id) => lookOf(looks, String(id)).name);
        return `${one ?? ""} and ${other ?? ""} disagree with each other.`;
      });
      return { title: "Who stays opposed", text: "", points };
    }
    return null;
  },
};
