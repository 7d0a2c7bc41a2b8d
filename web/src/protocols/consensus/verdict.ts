// What does a consensus bring to the verdict? How the rounds ended and what was needed, and what the arbiter says against it.
import { latest } from "@/playback/found";
import { stageOf } from "@/playback/keys";
import type { VerdictPart } from "@/views/verdict/brought";

const STOPS: Record<string, string> = {
  confident: "Agreed",
  cap: "Best of the rounds",
  single_pass: "Picked",
  no_majority: "No majority",
  no_arbiter: "No arbiter",
  too_few: "Too few went on",
};

export const verdict: VerdictPart = {
  remedy:
    "A verdict would take more members who come to the same answer, more rounds, or a council that asks for no majority. Every answer stays readable.",
  outcome: (findings) => {
    const rounds = latest(findings, "rounds");
    if (rounds === null) return {};
    const { stopped, threshold } = rounds;
    return {
      needed: threshold,
      word: STOPS[stopped] ?? "Concluded",
      tone: stopped === "confident" ? "high" : "moderate",
    };
  },
  dissent: ({ findings, ballots }) => {
    const rounds = latest(findings, "rounds");
    if (rounds !== null) {
      for (const view of Object.values(ballots).reverse()) {
        if (stageOf(view.key) !== `round.${String(rounds.best ?? 0)}`) continue;
        const { ballot } = view;
        if ((ballot?.type === "arbitration" || ballot?.type === "placement") && ballot.dissent !== "")
          return { title: "What the arbiter says against it", text: ballot.dissent, points: [] };
      }
    }
    return null;
  },
};
