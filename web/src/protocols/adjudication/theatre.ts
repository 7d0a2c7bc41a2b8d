// What does an adjudication bring to the theatre? Charges as lines between seats, then the adjudicator beside the ring with
// its scores as cards, whose words moved whom, and the standing by the rubric.
import { worthOf } from "@/findings/figures";
import { placeWords } from "@/findings/places";
import { wordsOf } from "@/language/names";
import { decimal, say } from "@/language/say";
import { latest } from "@/playback/found";
import { aboutOf } from "@/playback/keys";
import type { FindingOf, SessionState } from "@/wire/types";
import { lines, type Bond, type Mark, type Marks, type Row, type TheatrePart } from "@/views/theatre/brought";
import { scorePlaces } from "./places";

/** Who disputes whose answer. */
function charges(state: SessionState): readonly Bond[] {
  const found: Bond[] = [];
  for (const { reader, ballot } of Object.values(state.ballots)) {
    if (ballot?.type !== "rebuttals") continue;
    for (const [to, { disputes, point }] of Object.entries(ballot.points))
      if (disputes)
        found.push({
          id: `charge ${reader} ${to}`,
          from: reader,
          to,
          kind: "charge",
          mutual: false,
          reasons: [{ by: reader, why: point }],
        });
  }
  return found;
}

/** Whose words moved whom: from who said them to who moved. */
function moved(state: SessionState): readonly Bond[] {
  const flips = latest(state.findings, "flips")?.flips ?? [];
  return flips.flatMap(({ seat, source, change, words, reason }) =>
    change === "cited" && source !== null
      ? [
          {
            id: `moved ${seat}`,
            from: source,
            to: seat,
            kind: "moved" as const,
            mutual: false,
            reasons: [{ by: source, why: words || reason }],
          },
        ]
      : [],
  );
}

/** The adjudicator's scores of each reply, one card an axis. */
function axisMarks(state: SessionState): Marks {
  const found = new Map<string, Mark[]>();
  for (const { key, reader, ballot } of Object.values(state.ballots)) {
    if (ballot?.type !== "axis-calls") continue;
    const seat = aboutOf(key).split(".").at(-1) ?? "";
    const cards = Object.entries(ballot.axes).map(([axis, { score, reason }]): Mark => {
      const tone = worthOf(score, 5);
      const words = say("{axis}: {score, number} of 5. {reason}", {
        axis: wordsOf(axis),
        score,
        reason,
      });
      return { id: `${reader} ${axis}`, reader, label: String(score), tone, words };
    });
    found.set(seat, [...(found.get(seat) ?? []), ...cards]);
  }
  return found;
}

function replies(found: FindingOf<"reply-scores">): Row[] {
  const places = scorePlaces(found);
  return found.places.map(({ seat, score, compliant }) => ({
    seat,
    place: placeWords(places, seat),
    judged: score !== null,
    figure: score === null ? "–" : decimal(score, 1),
    beside: score === null ? say("not read") : compliant ? say("points") : say("form not kept"),
    share: score === null || found.most === 0 ? 0 : score / found.most,
    tone: found.winner === seat ? "gold" : "plain",
    mood: found.winner === seat ? "proud" : "",
  }));
}

const MOVED: Readonly<Record<string, string>> = {
  cited: say("moved, citing a rebuttal"),
  uncited: say("moved without citing"),
};

/** What happened to a member's position, once an adjudicator has said so. */
function note(state: SessionState, seat: string): string {
  const flip = latest(state.findings, "flips")?.flips.find((each) => each.seat === seat);
  return MOVED[flip?.change ?? ""] ?? "";
}

export const theatre: TheatrePart = {
  stages: {
    discovery: { scene: "opinions", says: say("first answer") },
    rebuttal: { scene: "charges", says: say("rebuttals") },
    refinement: { scene: "opinions", says: say("revised answer") },
    adjudication: { scene: "judging", says: say("judgement") },
    verdict: { scene: "synthesis" },
  },
  pictures: {
    charges: { bonds: charges, faint: true },
    judging: {
      lead: "adjudicator",
      aside: true,
      cards: "own",
      marks: axisMarks,
      bonds: moved,
      note,
      masked: ({ findings }) => latest(findings, "reply-scores") === null,
    },
  },
  standings: { "reply-scores": (finding) => ({ says: say("score by the rubric"), rows: replies(finding) }) },
  ballots: {
    rebuttals: { words: ({ points }) => lines(Object.values(points).map(({ point }) => point)) },
    "flip-call": { words: ({ reason }) => reason },
    "reply-label": { words: ({ reason }) => reason },
    "label-check": { words: ({ reason }) => reason },
    "axis-calls": { words: ({ axes }) => lines(Object.values(axes).map(({ reason }) => reason)) },
    positions: { words: ({ dispute }) => dispute },
    "finding-labels": { words: ({ findings }) => lines(findings.map(({ reason }) => reason)) },
    "merged-list": { words: ({ findings }) => lines(findings.map(({ finding }) => finding)) },
  },
  decrees: { adjudicator: say("The adjudicator's answer") },
  writer: "adjudicator",
};
