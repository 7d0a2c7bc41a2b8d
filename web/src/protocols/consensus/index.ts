// What does a consensus bring to a session's page? How its findings look and are told, and the tab its rounds share.
import type { Brought, DrawnFindings } from "@/findings/brought";
import { percents } from "@/findings/figures";
import { count, namesOf } from "@/transcript/wording";
import { ballots } from "./ballots";
import { AnswerClusters, AnswerGroups, Elimination, Parts, Rounds } from "./findings";

const findings: DrawnFindings = {
  rounds: {
    title: "Rounds",
    Body: Rounds,
    tell: ({ rounds, stopped, threshold }) => {
      const last = rounds.at(-1);
      const sure = last?.confidence == null ? "nobody arbitrated" : `${percents(last.confidence, threshold)[0]} sure`;
      const ends = stopped === "" ? `another round follows` : "the rounds end";
      return `Round ${String(last?.number ?? 0)}: ${sure}, threshold ${percents(threshold, last?.confidence ?? threshold)[0]}; ${ends}.`;
    },
  },
  "answer-groups": {
    title: "Answers that say the same",
    Body: AnswerGroups,
    tell: ({ votes, of, majority }) =>
      `${String(votes)} of ${String(of)} answers say the same: ${majority ? "a" : "no"} majority.`,
  },
  "answer-clusters": {
    title: "Answers that lie together",
    Body: AnswerClusters,
    tell: ({ kept }) => `${count(kept.length, "answer")} kept for the arbiter.`,
  },
  elimination: {
    title: "Who left",
    Body: Elimination,
    tell: ({ eliminated }, looks) =>
      eliminated.length === 0
        ? "Nobody leaves."
        : `${namesOf(looks, eliminated)} ${eliminated.length === 1 ? "leaves" : "leave"}.`,
  },
  parts: {
    title: "Parts",
    Body: Parts,
    tell: ({ parts }) => `${count(Object.keys(parts).length, "member")} given a part.`,
  },
};

export const consensus: Brought = {
  findings,
  ballots,
  tabs: { round: { kind: "findings", title: "Rounds", together: "rounds" } },
};
