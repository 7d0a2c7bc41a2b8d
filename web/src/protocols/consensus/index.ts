// What does a consensus bring to a session's page? How its findings look and are told, and the tab its rounds share.
import type { Brought, DrawnFindings } from "@/findings/brought";
import { percents } from "@/findings/figures";
import { say } from "@/language/say";
import type { Played } from "@/playback/brought";
import { namesOf } from "@/transcript/wording";
import { ballots } from "./ballots";
import { AnswerClusters, AnswerGroups, Elimination, Parts, Rounds } from "./findings";

const findings: DrawnFindings = {
  rounds: {
    title: say("Rounds"),
    Body: Rounds,
    inResult: () => true,
    tell: ({ rounds, stopped, threshold }) => {
      const last = rounds.at(-1);
      const round = {
        number: last?.number ?? 0,
        sure: last?.confidence == null ? "" : percents(last.confidence, threshold)[0],
        threshold: percents(threshold, last?.confidence ?? threshold)[0],
        next: stopped === "" ? "round" : "end",
      };
      return last?.confidence == null
        ? say(
            "Round {number, number}: nobody arbitrated, threshold {threshold}; {next, select, round {another round follows} other {the rounds end}}.",
            round,
          )
        : say(
            "Round {number, number}: {sure} sure, threshold {threshold}; {next, select, round {another round follows} other {the rounds end}}.",
            round,
          );
    },
  },
  "answer-groups": {
    title: say("Answers that say the same"),
    Body: AnswerGroups,
    tell: ({ votes, of, majority }) =>
      majority
        ? say("{votes, number} of {answers, number} answers say the same: a majority.", { votes, answers: of })
        : say("{votes, number} of {answers, number} answers say the same: no majority.", { votes, answers: of }),
  },
  "answer-clusters": {
    title: say("Answers that lie together"),
    Body: AnswerClusters,
    tell: ({ kept }) =>
      say("{kept, plural, one {One answer} other {# answers}} kept for the arbiter.", { kept: kept.length }),
  },
  elimination: {
    title: say("Who left"),
    Body: Elimination,
    tell: ({ eliminated }, looks) =>
      eliminated.length === 0
        ? say("Nobody leaves.")
        : say("{names} {leaving, plural, one {leaves} other {leave}}.", {
            names: namesOf(looks, eliminated),
            leaving: eliminated.length,
          }),
  },
  parts: {
    title: say("Parts"),
    Body: Parts,
    tell: ({ parts }) =>
      say("{members, plural, one {One member} other {# members}} given a part.", {
        members: Object.keys(parts).length,
      }),
  },
};

export const consensus: Brought = {
  findings,
  ballots,
  tabs: { round: { kind: "findings", title: say("Rounds"), together: "rounds" } },
};

export const played: Played = {
  stages: { round: say("Round") },
  offices: { arbiter: say("Arbiter"), embedder: say("Embedder") },
  findings: { rounds: { parts: () => [{ as: "hold", ms: 2500, least: 1500 }] } },
};
