// What is shown of an event, and for how long? Parts of a show, read off the event and the state after it, never off what
// comes later: a session that runs and one that has ended are shown alike.
import { ballotPlayed, concludes, findingPlayed, stagePlayed } from "../brought";
import { stageOf } from "../keys";
import type { Logged } from "../log";
import type { BallotOf, EventOf, SessionState } from "@/wire/types";
import type { Part } from "./beat";
import { spokenOf } from "./readable";
import { excerptOf, readingTime } from "./reading";

/** How long each of the general parts lasts, in milliseconds. */
export const LASTS = {
  /** Who comes and what begins is passed over where a running session has to be caught up with. */
  gathering: 900,
  stage: 900,
  failure: 1500,
  /** After the last word it is left standing for a moment. */
  afterwards: 1300,
  /** Words stay for this long even where they are few; where there is no time to read them, they come with those of others. */
  floor: { few: 4000, least: 600 },
  /** One reason of a review. */
  reason: 1500,
  unmasking: 1500,
  climbing: 2000,
  /** A verdict is typed faster than it is read: it stays. */
  typed: { few: 3500, least: 1500, most: 20_000 },
  verdict: 1200,
  curtain: 3000,
} as const;

/** What is shown of it; nothing where it only becomes part of the picture. */
export function partsOf(event: Logged, after: () => SessionState): readonly Part[] {
  if ("foreign" in event) return [];
  switch (event.kind) {
    case "SessionOpened":
      return [{ as: "gathering", ms: LASTS.gathering, least: 0 }];
    case "StageEntered":
      return [{ as: "stage", ms: LASTS.stage, least: 0 }];
    case "SeatSpoke":
      return spoken(event);
    case "SeatFailed":
      return event.body.final ? [{ as: "failure", ms: LASTS.failure, least: 600, seat: event.body.seat }] : [];
    case "BallotRead":
      return read(event);
    case "BallotSpoiled":
      return [{ as: "failure", ms: LASTS.failure, least: 600, seat: event.body.reader }];
    case "FindingMade":
      return found(event);
    case "VerdictReached":
      return [
        { as: "verdict", ms: LASTS.verdict, least: 0 },
        ...closing(after(), event.body.verdict.outcome === "verdict"),
      ];
    case "SessionStopped":
      return [{ as: "stopped", ms: LASTS.verdict }];
    case "SeatAsked":
    case "SheetDealt":
    case "ToolsRequested":
    case "ToolAsked":
    case "ToolAnswered":
    case "SourcesFound":
    case "SessionResumed":
    case "AnswerRequested":
      return [];
  }
}

/** A statement in words has the floor; a form waits until it has been read as a ballot. */
function spoken({ key, body }: EventOf<"SeatSpoke">): readonly Part[] {
  if (key.includes("+") || key.includes(":") || body.measured.length > 0) return [];
  const stage = stageOf(key).split(".", 1)[0] ?? "";
  const said = stagePlayed(stage)?.said ?? (stage === "review" || stage === "title" ? "nothing" : "floor");
  const { text, form } = spokenOf(body.text);
  if (said === "nothing" || form || text.trim() === "") return [];
  if (said === "typed" || concludes(stage)) {
    const ms = Math.min(LASTS.typed.most, Math.max(LASTS.typed.few, readingTime(text))) + LASTS.afterwards;
    return [{ as: "typed", ms, least: LASTS.typed.least, seat: body.seat }];
  }
  const least = stagePlayed(stage)?.least ?? LASTS.floor.least;
  const ms = Math.max(least, LASTS.floor.few, readingTime(excerptOf(text)) + LASTS.afterwards);
  return [{ as: "floor", ms, least, seat: body.seat }];
}

function read({ key, body: { ballot, reader } }: EventOf<"BallotRead">): readonly Part[] {
  if ("abstained" in ballot && ballot.abstained) return [{ as: "hold", ms: 1000, least: 300, seat: reader }];
  const own = ballotPlayed(ballot.type)?.parts;
  if (own !== undefined) return own(ballot, key).map((part) => ({ ...part, seat: reader }));
  if (ballot.type === "ranking") return [reasons(reader, ranked(ballot).length)];
  return /^review\b/.test(key) ? [reasons(reader, 1)] : [];
}

const ranked = (ballot: BallotOf<"ranking">): readonly unknown[] => ballot.tiers.flat();

/** One reader's cards lie open: the reason of the highest mark, then that of the lowest. */
export const reasons = (seat: string, judged: number): Part => ({
  as: "reading",
  ms: LASTS.reason * (judged > 1 ? 2 : 1),
  least: LASTS.reason,
  seat,
});

/** Masks come off, then everybody goes to its place. */
export const REVEALED: readonly Part[] = [
  { as: "unmasking", ms: LASTS.unmasking },
  { as: "climbing", ms: LASTS.climbing },
];

function found({ body: { finding } }: EventOf<"FindingMade">): readonly Part[] {
  if (finding.type === "standing") return REVEALED;
  return findingPlayed(finding.type)?.parts?.(finding) ?? [];
}

/** What comes after the verdict: who came first, then what was earned. */
function closing(state: SessionState, reached: boolean): readonly Part[] {
  const winner = reached ? winnerOf(state.findings) : null;
  const curtain: Part[] = winner === null ? [] : [{ as: "curtain", ms: LASTS.curtain, seat: winner }];
  const late = state.findings.flatMap(({ finding }) => findingPlayed(finding.type)?.late?.(finding) ?? []);
  return [...curtain, ...late];
}

/** Who came first alone by the newest result; null where nobody did. */
export function winnerOf(findings: SessionState["findings"]): string | null {
  for (const { finding } of findings.toReversed()) {
    if (finding.type === "standing") return finding.winner;
    const winner = findingPlayed(finding.type)?.winner;
    if (winner !== undefined) return winner(finding);
  }
  return null;
}

/** Whether a finding is held back until the verdict stands. */
export const isHeldBack = (event: Logged): boolean =>
  event.kind === "FindingMade" &&
  !("foreign" in event) &&
  (findingPlayed(event.body.finding.type)?.late?.(event.body.finding) ?? []).length > 0;
