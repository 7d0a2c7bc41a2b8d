// What does a consensus bring to the verdict? What was needed, and what the arbiter says against it.
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { stageOf } from "@/playback/keys";
import type { VerdictPart } from "@/views/verdict/brought";

export const verdict: VerdictPart = {
  remedy: () =>
    say(
      "A verdict would take more members who come to the same answer, more rounds, or a council that asks for no majority. Every answer stays readable.",
    ),
  outcome: (findings) => {
    const rounds = latest(findings, "rounds");
    return rounds === null ? {} : { needed: rounds.threshold };
  },
  dissent: ({ findings, ballots }) => {
    const rounds = latest(findings, "rounds");
    if (rounds !== null) {
      for (const view of Object.values(ballots).reverse()) {
        if (stageOf(view.key) !== `round.${String(rounds.best ?? 0)}`) continue;
        const { ballot } = view;
        if ((ballot?.type === "arbitration" || ballot?.type === "placement") && ballot.dissent !== "")
          return { title: say("What the arbiter says against it"), text: ballot.dissent, points: [] };
      }
    }
    return null;
  },
};
