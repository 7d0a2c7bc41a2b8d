// Has everybody who was judged a figure and a place, and the same place wherever it is shown?
import { expect, test } from "vitest";
import { percents, signed, worthOf } from "@/findings/figures";
import { standingPlaces } from "@/findings/places";
import { boardPlaces } from "@/protocols/debate/places";
import { fold, NOTHING } from "@/playback/fold/fold";
import { badgeOf, standingOf } from "@/views/theatre/moment/standing";
import type { FindingOf, SessionState } from "@/wire/types";
import { golden } from "../../golden";

const stateOf = (protocol: string): SessionState =>
  golden(protocol).reduce((state: SessionState, event) => fold(state, event), NOTHING);

function withStanding(places: Partial<FindingOf<"standing">["places"][number]>[]): SessionState {
  const state = stateOf("peer-review-full");
  const findings = state.findings.map((made) => {
    if (made.finding.type !== "standing") return made;
    const [first] = made.finding.places;
    const all = places.map((place) => ({ ...first, votes: 3, ...place }));
    const winners = all.slice(0, 1).map(({ seat }) => seat);
    return { ...made, finding: { ...made.finding, places: all, winners } as FindingOf<"standing"> };
  });
  return { ...state, findings };
}

const PLACES = [
  { seat: "seat-a", mean_rank: 1.6667, score: 0.8 },
  { seat: "seat-b", mean_rank: 1.6667, score: 0.5 },
  { seat: "seat-c", mean_rank: 2.3333, score: 0.5 },
  { seat: "seat-d", mean_rank: 3, score: 0 },
];

test("who was ranked last by everybody has a figure all the same", () => {
  const state = withStanding(PLACES);
  expect(badgeOf({ state, beat: null }, "seat-d")?.label).toBe("3.00");
});

test("places follow the score: a mean in common makes no tie, a score in common does", () => {
  const state = withStanding(PLACES);
  expect(standingOf(state).rows.map(({ place }) => place)).toEqual(["1", "2=", "2=", "4"]);
  const found = state.findings.find(({ finding }) => finding.type === "standing")?.finding as FindingOf<"standing">;
  expect([...standingPlaces(found).values()]).toEqual([1, 2, 2, 4]);
});

test("whom no ballot ranked has neither a place nor a figure", () => {
  const state = withStanding([...PLACES.slice(0, 3), { ...PLACES[3], votes: 0 }]);
  expect(standingOf(state).rows.at(-1)).toMatchObject({ seat: "seat-d", place: "–", judged: false });
  expect(badgeOf({ state, beat: null }, "seat-d")).toBeNull();
});

test("means that only look alike when rounded are not level", () => {
  const board = { places: [8.04, 8.01, 8.01].map((mean, at) => ({ seat: `seat-${String(at)}`, mean, votes: 3 })) };
  expect([...boardPlaces(board as unknown as FindingOf<"scoreboard">).values()]).toEqual([1, 2, 2]);
});

test("one rule gives a score its colour: 8 to 10 good, 5 to 7 middling, 1 to 4 bad; a mean as it would be rounded", () => {
  const worths = [1, 4, 5, 7, 8, 10].map((mark) => worthOf(mark));
  expect(worths).toEqual(["bad", "bad", "mid", "mid", "good", "good"]);
  expect([worthOf(7.4), worthOf(7.5), worthOf(2, 5), worthOf(3, 5), worthOf(4, 5)]).toEqual([
    "mid",
    "good",
    "bad",
    "mid",
    "good",
  ]);
});

test("two figures that stand beside each other are told apart as far as they differ", () => {
  expect(percents(0.86, 0.8)).toEqual(["86\u00a0%", "80\u00a0%"]);
  expect(percents(0.798, 0.8)).toEqual(["79.8\u00a0%", "80.0\u00a0%"]);
  expect(percents(0.8, 0.8)).toEqual(["80\u00a0%", "80\u00a0%"]);
  expect([signed(1.6), signed(-0.24), signed(0.04)]).toEqual(["+1.6", "−0.2", "0.0"]);
});

test("evened marks order opinions by score, and a score in common makes a tie whatever the means", () => {
  const state = stateOf("evened-marks");
  const board = state.findings.findLast(({ finding }) => finding.type === "scoreboard")
    ?.finding as FindingOf<"scoreboard">;
  expect([...boardPlaces(board).values()]).toEqual([1, 2, 3, 4]);
  const level = board.places.map((row) => ({ ...row, score: 6 }));
  expect([...boardPlaces({ ...board, places: level }).values()]).toEqual([1, 1, 1, 1]);
  expect(badgeOf({ state, beat: null }, "seat-c")?.label).toBe(board.places[0]?.score?.toFixed(1));
});
