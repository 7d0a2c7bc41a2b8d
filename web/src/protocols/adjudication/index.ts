// What does an adjudication bring to a session's page? How its findings look and are told, its tabs, and what is marked on
// the timeline and said aloud.
import type { Brought, DrawnFindings } from "@/findings/brought";
import { wordsOf } from "@/language/names";
import { decimal, say } from "@/language/say";
import type { Played } from "@/playback/brought";
import { REVEALED } from "@/playback/show/plan";
import { cut, ended, nameOf, namesOf } from "@/transcript/wording";
import { ballots } from "./ballots";
import { AdjudicatorAgreement, AxisScores, Compared, Measures, ReplyScores } from "./judged";
import { Flips, Labels, RebuttalsMade, Revisions } from "./rebutted";

const findings: DrawnFindings = {
  "rebuttals-made": {
    title: say("Rebuttals"),
    Body: RebuttalsMade,
    tell: ({ rebuttals }) =>
      rebuttals.length === 0
        ? say("Nobody disputed an answer.")
        : say("{rebuttals, plural, one {One rebuttal} other {# rebuttals}} made.", { rebuttals: rebuttals.length }),
  },
  revisions: {
    title: say("First and final answers"),
    Body: Revisions,
    tell: ({ replies }, looks) => {
      const revised = replies.filter(({ why }) => why === "revised").map(({ seat }) => seat);
      return revised.length === 0
        ? say("Nobody revised an answer.")
        : say("{names} revised an answer.", { names: namesOf(looks, revised) });
    },
  },
  flips: {
    title: say("Who changed position"),
    Body: Flips,
    inResult: () => true,
    tell: ({ flips }, looks) => {
      const moved = flips.filter(({ change }) => change === "cited" || change === "uncited");
      if (moved.length === 0) return say("Nobody changed position.");
      const told = moved.map(({ seat, change, source }) =>
        change === "uncited"
          ? say("{name} changed position, citing nothing new", { name: nameOf(looks, seat) })
          : source === null
            ? say("{name} changed position", { name: nameOf(looks, seat) })
            : say("{name} changed position, citing {source}", {
                name: nameOf(looks, seat),
                source: nameOf(looks, source),
              }),
      );
      return ended(told.slice(1).reduce((before, next) => say("{before}; {next}", { before, next }), told[0] ?? ""));
    },
  },
  labels: {
    title: say("Labels of each answer"),
    Body: Labels,
    tell: ({ replies }, looks) => {
      const flawed = replies.filter((each) => each.flawed).map(({ seat }) => seat);
      return flawed.length === 0
        ? say("No answer is labelled faulty.")
        : say("Labelled faulty: {names}.", { names: namesOf(looks, flawed) });
    },
  },
  "axis-scores": {
    title: say("Scores on each axis"),
    Body: AxisScores,
    inResult: () => true,
    tell: ({ scores }) =>
      say("Every answer is scored on {axes, plural, one {one axis} other {# axes}}.", {
        axes: new Set(scores.map(({ axis }) => axis)).size,
      }),
  },
  compared: {
    title: say("The answers side by side"),
    Body: Compared,
    inResult: ({ agreement }) => agreement === "",
    tell: ({ agreement, dispute, findings }) => {
      const same = {
        "": "",
        agree: say("The answers agree."),
        partial: say("The answers agree in part."),
        disagree: say("The answers disagree."),
      };
      if (same[agreement] === "")
        return say("{findings, plural, one {One finding} other {# findings}} on the merged list.", {
          findings: findings.length,
        });
      return `${same[agreement]}${dispute === "" ? "" : ` ${cut(dispute)}`}`;
    },
  },
  "reply-scores": {
    title: say("Scores"),
    Body: ReplyScores,
    inResult: () => true,
    tell: ({ winner, places }, looks) =>
      winner === null
        ? say("No answer scores highest alone.")
        : say("{name} scores highest with {score}.", {
            name: nameOf(looks, winner),
            score: places[0]?.score == null ? "?" : decimal(places[0].score, 1),
          }),
  },
  measures: {
    title: say("Measures and the rule they met"),
    Body: Measures,
    tell: ({ verdict_class, certainty, rule, withheld }) => {
      if (rule === 0) return say("Nothing could be ruled.");
      return say(
        "Rule {rule, number} applies: {ruling}{certainty, select, high {, certainty high} moderate {, certainty moderate} low {, certainty low} other {}}{withheld, select, yes {; no verdict is written} other {}}.",
        { rule, ruling: wordsOf(verdict_class), certainty, withheld: withheld ? "yes" : "no" },
      );
    },
  },
  "adjudicator-agreement": {
    title: say("How far the adjudicators agree"),
    Body: AdjudicatorAgreement,
    tell: ({ scores }) =>
      scores === null
        ? say("The adjudicators cannot be compared.")
        : say("The adjudicators' scores agree with alpha {alpha}.", { alpha: decimal(scores, 2) }),
  },
};

export const adjudication: Brought = {
  findings,
  ballots,
  tabs: {
    discovery: { kind: "answers", title: say("Answers") },
    rebuttal: { kind: "findings", title: say("Rebuttals") },
    refinement: { kind: "answers", title: say("Final answers") },
    adjudication: { kind: "judging", title: say("Adjudication") },
    verdict: { kind: "conclusion", title: say("Verdict") },
  },
};

export const played: Played = {
  stages: {
    discovery: say("Discovery"),
    rebuttal: say("Rebuttal"),
    refinement: say("Refinement"),
    adjudication: say("Adjudication"),
    verdict: say("Verdict"),
  },
  offices: { adjudicator: say("Adjudicator") },
  tasks: {
    axes: say("axes"),
    axis: say("axis"),
    check: say("check"),
    flip: say("flip"),
    labels: say("labels"),
    replies: say("replies"),
  },
  concludes: ["verdict"],
  shown: { rebuttal: { said: "nothing" }, adjudication: { said: "nothing" } },
  ballots: { rebuttals: { parts: () => [{ as: "drawn", ms: 1500, least: 1200 }] } },
  findings: {
    "axis-scores": { parts: () => [{ as: "hold", ms: 2500, least: 1200 }] },
    "reply-scores": { parts: () => REVEALED, winner: ({ winner }) => winner },
    flips: {
      parts: () => [{ as: "hold", ms: 2000, least: 1200 }],
      markers: ({ flips }) =>
        flips.flatMap(({ seat, change, source }) =>
          change === "cited"
            ? [{ kind: "flip", says: say("changed position, citing"), seats: [seat], by: source ?? null }]
            : change === "uncited"
              ? [{ kind: "flip", says: say("changed position without saying why"), seats: [seat], by: null }]
              : [],
        ),
      aloud: ({ flips }, name, amount) => {
        const moved = flips.filter(({ change }) => change === "cited" || change === "uncited");
        if (moved.length === 0) return amount === "less" ? null : say("Nobody changed position.");
        return moved
          .map(({ seat, source }) =>
            source
              ? say("{name} changed position, citing {source}.", { name: name(seat), source: name(source) })
              : say("{name} changed position.", { name: name(seat) }),
          )
          .join(" ");
      },
    },
  },
};
