// Does the result of an adjudication list what was found, give its class and its sums, and leave answers to be read?
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { fold, NOTHING } from "@/playback/fold/fold";
import { looksOf } from "@/playback/looks";
import type { Logged } from "@/playback/log";
import Ballots from "@/views/matrix/Ballots";
import ResultView from "@/views/verdict/ResultView";
import { verdictMarkdown } from "@/views/verdict/written";
import type { EventOf, SessionState } from "@/wire/types";
import { golden } from "../../golden";
import { mounted } from "../../mounted";

const result = <ResultView ending={null} judged={null} />;

const stateOf = (events: readonly Logged[]): SessionState =>
  events.reduce((state: SessionState, event) => fold(state, event), NOTHING);

/** The same session with other findings of one type. */
function refound(events: Logged[], type: string, change: Record<string, unknown>): Logged[] {
  for (const event of events) {
    if (!("foreign" in event) && event.kind === "FindingMade" && event.body.finding.type === type)
      Object.assign(event.body.finding, change);
  }
  return events;
}

const RACE = { finding: "Two writers race for the file.", status: "confirmed", severity: "high" };
const LEAK = { finding: "The handle leaks.", status: "disputed", severity: "low" };

test("the merged findings are listed, with who reports and who denies each", () => {
  const findings = [
    { ...RACE, agree: ["seat-a", "seat-b"], disagree: [] },
    { ...LEAK, agree: ["seat-b"], disagree: ["seat-a"] },
  ];
  const events = refound(structuredClone(golden("adjudication")) as Logged[], "compared", { findings, chains: 1 });
  mounted(result, events);
  const list = screen.getByRole("list", { name: "Merged findings" });
  expect(list.textContent).toMatch(/confirmed high Two writers race for the file\./);
  expect(list.textContent).toMatch(/disputed low The handle leaks\.Reported by .*; denied by /);
  expect(screen.getByText(/1 chain of findings/)).toBeTruthy();
  const state = stateOf(events);
  expect(verdictMarkdown(state, looksOf(state))).toContain("- **disputed, low**: The handle leaks.");
});

test("where findings were asked for, an empty list and one that could not be read are told apart", () => {
  const none = (by: string | null): Logged[] => {
    const events = refound(structuredClone(golden("adjudication")) as Logged[], "compared", { findings: [], by });
    const opening = events[0] as EventOf<"SessionOpened">;
    if (opening.body.rubric != null) opening.body.rubric.comparison.of = "findings";
    return events;
  };
  const empty = mounted(result, none("adjudicator"));
  expect(screen.getByText(/The merged list is empty/)).toBeTruthy();
  empty.unmount();
  mounted(result, none(null));
  expect(screen.getByText(/No merged list could be read/)).toBeTruthy();
});

test("a withheld result shows the class its rules gave", () => {
  const events = structuredClone(golden("adjudication")) as Logged[];
  const last = events.at(-1) as EventOf<"VerdictReached">;
  Object.assign(last.body.verdict, { outcome: "inconclusive", text: null, reason: "Too few replies could be read." });
  Object.assign(last.body.verdict.ruling ?? {}, { verdict_class: "low_risk" });
  const page = mounted(result, events);
  expect(page.container.textContent).toContain("By the rules its class is Low risk; no answer is given at this class.");
});

test("a total tells its parts: weighted axes, form, conviction", () => {
  const place = { score: 20.3, base: 30.5, penalty: 0.6, conviction: 2, compliant: false, missing: [], neutral: [] };
  const places = [
    { ...place, seat: "seat-a" },
    { ...place, seat: "seat-b", penalty: 1, conviction: -1, score: 29.5, missing: ["fix_quality"] },
    { ...place, seat: "seat-c", score: null, base: null },
  ];
  const page = mounted(
    <ResultView ending={null} judged={<Ballots />} />,
    refound(structuredClone(golden("adjudication")) as Logged[], "reply-scores", { places }),
  );
  expect(page.container.textContent).toContain("20.3 = 30.5 on the axes × 0.6 for its form + 2 for conviction.");
  expect(screen.getAllByRole("grid")).toHaveLength(1);
  expect(page.container.textContent).toContain("29.5 = 30.5 on the axes − 1 for conviction. Not read: fix quality.");
  expect(page.container.textContent).toContain("Too little of its reply could be read to score it.");
  expect(page.container.textContent).not.toContain("null");
});

test("who moved is told in the adjudicator's words, never by the first line of an answer", () => {
  const events = structuredClone(golden("adjudication")) as Logged[];
  const state = stateOf(events);
  const page = mounted(result, events);
  const flips = state.findings.flatMap(({ finding }) => (finding.type === "flips" ? finding.flips : []));
  const moved = flips.filter(({ change }) => change === "cited" || change === "uncited");
  expect(moved.length).toBeGreaterThan(0);
  for (const { reason } of moved) expect(page.container.textContent).toContain(reason);
  expect(page.container.querySelector("s")).toBeNull();
});
