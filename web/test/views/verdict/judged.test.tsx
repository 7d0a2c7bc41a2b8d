// Does the result of an adjudication list what was found, give its class and its sums, and leave answers to be read?
import { screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { fold, NOTHING } from "@/playback/fold/fold";
import type { Logged } from "@/playback/log";
import Ballots from "@/views/verdict/Ballots";
import ResultView from "@/views/verdict/ResultView";
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
  const change = { findings, chains: 1, agreement: "" };
  const events = refound(structuredClone(golden("adjudication")) as Logged[], "compared", change);
  mounted(<Ballots />, events);
  const table = screen.getByRole("table", { name: "The merged list of findings" });
  const told = within(table)
    .getAllByRole("row")
    .map((row) => row.textContent);
  expect(told[1]).toMatch(/Two writers race for the file\.confirmedhigh/);
  expect(told[2]).toMatch(/The handle leaks\.disputedlow/);
  expect(screen.getByText(/Chains of findings used one after the other: 1/)).toBeTruthy();
});

test("where findings were asked for, an empty list and one that could not be read are told apart", () => {
  const none = (by: string | null): Logged[] =>
    refound(structuredClone(golden("adjudication")) as Logged[], "compared", { findings: [], by, agreement: "" });
  const empty = mounted(<Ballots />, none("adjudicator"));
  expect(screen.getByText(/The merged list is empty/)).toBeTruthy();
  empty.unmount();
  mounted(<Ballots />, none(null));
  expect(screen.getByText(/No comparison could be read/)).toBeTruthy();
});

test("a withheld result shows the class its rules gave", () => {
  const events = structuredClone(golden("adjudication")) as Logged[];
  const last = events.at(-1) as EventOf<"VerdictReached">;
  Object.assign(last.body.verdict, { outcome: "inconclusive", text: null, reason: "Too few replies could be read." });
  Object.assign(last.body.verdict.ruling ?? {}, { verdict_class: "low_risk" });
  const page = mounted(result, events);
  expect(page.container.textContent).toContain(
    "The rules put this result in class Low risk, for which no answer is given.",
  );
});

test("who moved is told in the adjudicator's words, never by the first line of an answer", () => {
  const events = structuredClone(golden("adjudication")) as Logged[];
  const state = stateOf(events);
  const page = mounted(<Ballots />, events);
  const flips = state.findings.flatMap(({ finding }) => (finding.type === "flips" ? finding.flips : []));
  const moved = flips.filter(({ change }) => change === "cited" || change === "uncited");
  expect(moved.length).toBeGreaterThan(0);
  for (const { reason } of moved) expect(page.container.textContent).toContain(reason);
});
