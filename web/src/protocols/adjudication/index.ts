// What does an adjudication bring to a session's page? How its findings look and are told, its tabs, and what is marked on
// the timeline and said aloud.
import type { Brought, DrawnFindings } from "@/findings/brought";
import type { Played } from "@/playback/brought";
import { count, cut, isMasked, nameOf, namesOf } from "@/transcript/wording";
import { ballots } from "./ballots";
import { AdjudicatorAgreement, AxisScores, Compared, Measures, ReplyScores } from "./judged";
import { Flips, Labels, RebuttalsMade, Revisions } from "./rebutted";

const findings: DrawnFindings = {
  "rebuttals-made": {
    title: "Rebuttals",
    Body: RebuttalsMade,
    tell: ({ rebuttals }) =>
      rebuttals.length === 0 ? "Nobody disputed an answer." : `${count(rebuttals.length, "rebuttal")} made.`,
  },
  revisions: {
    title: "First and final answers",
    Body: Revisions,
    tell: ({ replies }, looks) => {
      const revised = replies.filter(({ why }) => why === "revised").map(({ seat }) => seat);
      return revised.length === 0 ? "Nobody revised an answer." : `${namesOf(looks, revised)} revised an answer.`;
    },
  },
  flips: {
    title: "Who changed position",
    Body: Flips,
    tell: ({ flips }, looks) => {
      const moved = flips.filter(({ change }) => change === "cited" || change === "uncited");
      if (moved.length === 0) return "Nobody changed position.";
      const told = moved.map(({ seat, change, source }) =>
        change === "uncited"
          ? `${nameOf(looks, seat)} changed position, citing nothing new`
          : `${nameOf(looks, seat)} changed position${source === null ? "" : `, citing ${nameOf(looks, source)}`}`,
      );
      return `${told.join("; ")}.`;
    },
  },
  labels: {
    title: "Labels of each answer",
    Body: Labels,
    tell: ({ replies }, looks) => {
      const flawed = replies.filter((each) => each.flawed).map(({ seat }) => seat);
      return flawed.length === 0 ? "No answer is labelled faulty." : `Labelled faulty: ${namesOf(looks, flawed)}.`;
    },
  },
  "axis-scores": {
    title: "Scores on each axis",
    Body: AxisScores,
    tell: ({ scores }) =>
      `Every answer is scored on ${count(new Set(scores.map(({ axis }) => axis)).size, "axis", "axes")}.`,
  },
  compared: {
    title: "The answers side by side",
    Body: Compared,
    tell: ({ agreement, dispute, findings }, looks) => {
      const same = {
        "": "",
        agree: "The answers agree.",
        partial: "The answers agree in part.",
        disagree: "The answers disagree.",
      };
      if (same[agreement] === "") return `${count(findings.length, "finding")} on the merged list.`;
      return `${same[agreement]}${dispute === "" || isMasked(looks) ? "" : ` ${cut(dispute)}`}`;
    },
  },
  "reply-scores": {
    title: "Scores",
    Body: ReplyScores,
    tell: ({ winner, places }, looks) =>
      winner === null
        ? "No answer scores highest alone."
        : `${nameOf(looks, winner)} scores highest with ${places[0]?.score?.toFixed(1) ?? "?"}.`,
  },
  measures: {
    title: "Measures and the rule they met",
    Body: Measures,
    tell: ({ verdict_class, certainty, rule, withheld }) => {
      if (rule === 0) return "Nothing could be ruled.";
      const sure = certainty === "" ? "" : `, certainty ${certainty}`;
      return `Rule ${String(rule)} applies: ${verdict_class.replaceAll("_", " ")}${sure}${withheld ? "; no verdict is written" : ""}.`;
    },
  },
  "adjudicator-agreement": {
    title: "How far the adjudicators agree",
    Body: AdjudicatorAgreement,
    tell: ({ scores }) =>
      scores === null
        ? "The adjudicators cannot be compared."
        : `The adjudicators' scores agree with alpha ${scores.toFixed(2)}.`,
  },
};

export const adjudication: Brought = {
  findings,
  ballots,
  tabs: {
    discovery: { kind: "answers", title: "Answers" },
    rebuttal: { kind: "findings", title: "Rebuttals" },
    refinement: { kind: "answers", title: "Final answers" },
    adjudication: { kind: "judging", title: "Adjudication", whole: true },
    verdict: { kind: "conclusion", title: "Verdict" },
  },
};

export const played: Played = {
  concludes: ["verdict"],
  findings: {
    flips: {
      markers: ({ flips }) =>
        flips.flatMap(({ seat, change, source }) =>
          change === "cited"
            ? [{ kind: "flip", says: "changed position, citing", seats: [seat], by: source ?? null }]
            : change === "uncited"
              ? [{ kind: "flip", says: "changed position without saying why", seats: [seat], by: null }]
              : [],
        ),
      aloud: ({ flips }, name, amount) => {
        const moved = flips.filter(({ change }) => change === "cited" || change === "uncited");
        if (moved.length === 0) return amount === "less" ? null : "Nobody changed position.";
        return moved
          .map(({ seat, source }) => `${name(seat)} changed position${source ? `, citing ${name(source)}` : ""}.`)
          .join(" ");
      },
    },
  },
};
