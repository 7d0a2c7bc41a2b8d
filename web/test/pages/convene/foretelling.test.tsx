// Is it said before many questions are asked what their price rests on, and that nothing will compare them?
import { render, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { Foretelling } from "@/pages/convene/many/Foretelling";
import type { StudyEstimate } from "@/pages/convene/many/asking";

const READ: StudyEstimate["read"] = {
  ...{
    taken: "lines",
    first: [],
    answered: 0,
    unknown: [],
    faults: [],
    wrong: 0,
  },
};
const REACH: StudyEstimate["reach"] = { questions: 24, domains: 0, least_p: 0.01, tells: true, spreads: 0.6 };
const row = (over: Partial<StudyEstimate> = {}): StudyEstimate => ({
  ...{ most_questions: 1000, sessions: 24, calls: 200, typical: 0.5, most: 2, unknown: [], lacking: "", short: "" },
  ...{ basis: "from a table", measured: true, computed: true, fewest: 5, why: "", reach: REACH },
  ...{ read: READ, reaches: null, suffices: 0.6, name: "many", budget: null, most_budget: null, arm: "", seats: "" },
  ...{ others: 0, others_typical: null, others_most: null, remarks: [], looked: 0, untold: "", refused: [] },
  ...over,
});
const told = (over: Partial<StudyEstimate>) =>
  render(<Foretelling found={{ row: row(over), problem: null, busy: false, stale: false }} empty={false} />).container
    .textContent;

test("a price says what it rests on, and what has none is named", () => {
  expect(told({})).toContain("The price is an estimate, from a table; it cannot go over the limit.");
  expect(told({ typical: 0, most: 0, basis: "" })).not.toContain("is an estimate");
  expect(told({ typical: null, most: null, unknown: ["lab/new"] })).toContain("Nobody knows a price for lab/new.");
});

test("a way of deliberating that scores nothing is told before it is paid for", () => {
  expect(told({})).toContain("it can show a difference of 0.60 times its spread");
  const unmeasured = told({ measured: false });
  expect(unmeasured).toContain("no figure will compare them");
  expect(unmeasured).not.toContain("it can show a difference");
});

test("so few domains are said to tell nothing, whatever the number of questions, with the reason", () => {
  const few = told({ reach: { tells: false, domains: 4, least_p: 0.125, spreads: null, questions: 8 } });
  expect(few).toContain("cannot be told from chance, however large it is: 4 domains; the least p is 0.125.");
  expect(few).not.toContain("it can show a difference");
  expect(told({ reach: { ...REACH, domains: 24 } })).toContain(
    "times its spread from domain to domain, of which there are 24",
  );
});

test("what is told of an earlier text is marked at once", () => {
  const found = { row: row(), problem: null, busy: true, stale: true };
  const { container } = render(<Foretelling found={found} empty={false} />);
  expect(container.querySelector("[data-stale]")).not.toBeNull();
  expect(container.textContent).toContain("This is of what was here before");
});

test("while it is worked out, that is said", () => {
  render(<Foretelling found={{ row: undefined, problem: null, busy: true, stale: false }} empty={false} />);
  expect(screen.getByText("Working out what it would take…")).toBeTruthy();
});

test("a budget that finishes some of the sessions says how many before", () => {
  expect(told({ reaches: 7, typical: 0.5 })).toContain(
    "which usually cost $0.50 together; the others are left, and can be gone on with. $0.60 usually suffices for all",
  );
  expect(told({ reaches: 0, typical: 2.4 })).toContain("less than one session usually costs, $0.10");
  expect(told({})).not.toContain("The budget will");
});
