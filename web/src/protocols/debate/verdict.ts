// What does a debate bring to the verdict? How few ballots would end the lead, and which pairs stay opposed.
import { listed, say } from "@/language/say";
import { latest } from "@/playback/found";
import { lookOf } from "@/playback/looks";
import type { VerdictPart } from "@/views/verdict/brought";

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
          say("{names} lead together; a tie takes no ballot to turn.", {
            names: listed(board.winners.map((id) => lookOf(looks, id).name)),
          }),
        ];
      if (board.k_replaced === 0) return [board.reason];
      const values = { k: board.k_replaced, counted: board.counted, name: lookOf(looks, board.winner).name };
      return [
        board.k_exact === false
          ? say(
              "At least {k, plural, one {one ballot} other {# ballots}} of {counted, number} would have to read otherwise for {name} not to lead alone.",
              values,
            )
          : say(
              "{k, plural, one {One ballot} other {# ballots}} of {counted, number} would have to read otherwise for {name} not to lead alone.",
              values,
            ),
      ];
    }
    return null;
  },
  dissent: ({ findings }, looks) => {
    const alliances = latest(findings, "alliances");
    if (alliances !== null && alliances.rivals.length > 0) {
      const points = alliances.rivals.map((pair) => {
        const [one, other] = pair.map((id) => lookOf(looks, String(id)).name);
        return say("{one} and {other} disagree with each other.", { one: one ?? "", other: other ?? "" });
      });
      return { title: say("Who stays opposed"), text: "", points };
    }
    return null;
  },
};
