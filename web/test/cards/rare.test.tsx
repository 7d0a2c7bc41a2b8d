// Do the cards hold whose findings and ballots no golden session has?
import { render } from "@testing-library/react";
import { expect, test } from "vitest";
import { BallotWords } from "@/findings/BallotWords";
import { FindingCard } from "@/findings/FindingCard";
import { SessionContext } from "@/hooks/session";
import { looksOf } from "@/playback/looks";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { ballotSentence } from "@/transcript/ballotSentences";
import { findingSentence } from "@/transcript/findingSentences";
import type { Ballot, Finding } from "@/wire/types";
import { golden } from "../golden";

const [a, b, c, d] = ["seat-a", "seat-b", "seat-c", "seat-d"] as const;

const GRADE = { digest: "0", right: null, declined: false, by: "", quote: "", group: 0, session: "", why: "" };

const FINDINGS: Finding[] = [
  { type: "note", title: "On length", text: "Two answers are short." },
  {
    type: "adjudicator-agreement",
    adjudicators: ["adjudicator"],
    scores: 0.61,
    scores_interval: null,
    labels: 0.4,
    flips: null,
    units: 20,
  },
  {
    type: "answer-groups",
    groups: [[a, b], [c]],
    by: "arbiter",
    votes: 2,
    of: 3,
    majority: true,
    tied: 1,
    kept: [a, b],
    declined: [],
  },
  {
    type: "answer-grades",
    known: "Canberra",
    grades: [
      { ...GRADE, seat: a, right: true, by: "code" },
      { ...GRADE, seat: b, declined: true, by: "up/grader", quote: "It depends." },
      { ...GRADE, seat: "verdict", why: "no grader answered" },
    ],
  },
  {
    type: "answer-clusters",
    algorithm: "dbscan",
    clusters: { [a]: 0, [b]: 0, [c]: -1 },
    kept: [a, b],
    cluster: 0,
    distances: { [a]: 0.1 },
    density: 0.9,
    note: "",
  },
  { type: "elimination", order: [b, a, c], eliminated: [c], remaining: [b, a] },
  { type: "parts", parts: { [a]: "Argue the cautious side.", [b]: "Count." } },
];

const BALLOTS: Ballot[] = [
  { type: "finding-labels", findings: [{ finding: "A race", label: "real", reason: "It is there." }], details: {} },
  { type: "label-check", stands: false, reason: "Asked by itself it does not." },
  {
    type: "merged-list",
    findings: [{ finding: "A race", status: "confirmed", severity: "high", agree: [a, b], disagree: [], denials: [] }],
    chains: 0,
    order: [a, b],
    details: { scope: "narrow" },
  },
  {
    type: "placement",
    analysis: "The steps decided.",
    dissent: "",
    confidence: 0.8,
    needs_iteration: false,
    refinement_areas: [],
    ranking: [d, a],
  },
  { type: "pick", chosen: b, confidence: 0.7, reason: "It can be undone." },
  {
    type: "grades",
    answers: {
      [a]: { quote: "It is Canberra.", declined: false, group: 1 },
      [b]: { quote: "It depends.", declined: true, group: 0 },
    },
  },
  { type: "ranking", tiers: [], comments: {}, abstained: true },
];

test("rare findings and ballots are shown and told", () => {
  const player = new Player();
  player.open(recorded(golden("peer-review-full")));
  player.seekCount(player.log.length);
  const looks = looksOf(player.moment().state);
  for (const finding of FINDINGS) {
    const { container, unmount } = render(
      <SessionContext value={player}>
        <FindingCard made={{ key: "x/y", stage: "x", name: "y", finding }} />
      </SessionContext>,
    );
    expect(container.textContent).not.toMatch(/undefined|NaN|seat-[a-d]|newer kind/);
    expect(findingSentence(finding, looks)).toMatch(/[.!?]$/);
    unmount();
  }
  for (const ballot of BALLOTS) {
    const { container, unmount } = render(
      <SessionContext value={player}>
        <BallotWords ballot={ballot} />
      </SessionContext>,
    );
    expect(container.textContent).not.toMatch(/undefined|NaN|seat-[a-d]|newer kind/);
    expect(ballotSentence(ballot, "Ada", looks)).toMatch(/^Ada .*\.$/);
    unmount();
  }
});

test("what a ballot lacks of a list that was too long stands under it", () => {
  const player = new Player();
  player.open(recorded(golden("peer-review-full")));
  player.seekCount(player.log.length);
  for (const whole of BALLOTS) {
    const ballot: Ballot = { ...whole, surplus: [{ field: "findings", given: 50, taken: 40 }] };
    const of = (cast: Ballot) => (
      <SessionContext value={player}>
        <BallotWords ballot={cast} />
      </SessionContext>
    );
    const { container, rerender, unmount } = render(of(ballot));
    expect(container.textContent).toContain("of 50 entries under findings only the first 40 were taken");
    rerender(of(whole));
    expect(container.textContent).not.toContain("Not whole");
    unmount();
  }
});
