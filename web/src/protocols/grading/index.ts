// What does grading bring to a session's page, whichever protocol it belongs to? Who is right where that is known.
import type { Brought } from "@/findings/brought";
import { say } from "@/language/say";
import type { Played } from "@/playback/brought";
import { latest } from "@/playback/found";
import type { SessionState } from "@/wire/types";
import { GradesBody, GradesFound, Reading } from "./Grades";

export const grading: Brought = {
  findings: {
    "answer-grades": {
      title: say("Compared with the known answer"),
      Body: GradesBody,
      tell: ({ grades }) =>
        say("{right} of {all} answers are right{left, plural, =0 {} other {; # not graded}}.", {
          right: grades.filter(({ right }) => right === true).length,
          all: grades.length,
          left: grades.filter(({ right, declined }) => right === null && !declined).length,
        }),
    },
    "grades-found": {
      title: say("Graded without a call"),
      Body: GradesFound,
      tell: ({ grades }) =>
        say("{grades, plural, one {One answer was} other {# answers were}} graded without a call.", {
          grades: grades.length,
        }),
    },
  },
  ballots: {
    grades: {
      Reading,
      tell: ({ answers }, who) =>
        say("{who} graded {answers, plural, one {one answer} other {# answers}}.", {
          who,
          answers: Object.keys(answers).length,
        }),
    },
  },
  tabs: { grading: { kind: "findings", title: say("Grades") } },
};

/** Whether answers were compared with a right one that was known before. */
export const isAnswerKnown = (findings: SessionState["findings"]): boolean =>
  latest(findings, "answer-grades") !== null;

export const played: Played = {
  stages: { grading: say("Grading") },
  tasks: { agreement: say("which answers agree"), "agreement-reversed": say("which answers agree, in reverse order") },
  offices: { grader: say("Grader") },
  findings: { "answer-grades": { parts: () => [{ as: "hold", ms: 2000, least: 1200 }] } },
};
