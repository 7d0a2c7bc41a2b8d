// Is what was found of a transcript told for what it is: what is shown, what is not, and what is wrong?
import { render, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { Checks, type Check } from "@/controls/Checks";

const WELL: Check = {
  session: "s",
  events: 9,
  conclusion: "well",
  seal: "whole",
  wrong: [],
  signature: "unsigned",
  signer: "",
  replay: "follows",
  verdict: true,
  digest: "d",
  differences: [],
  further: 0,
  prompts: 3,
  unread: 0,
  ballots: 2,
  findings: 1,
  says: ["Unchanged since it was exported.", "Not signed.", "The verdict follows."],
};
const marks = (): (string | null)[] =>
  screen.getAllByRole("listitem").map((item) => item.querySelector("svg")?.getAttribute("aria-label") ?? null);

test("what a file shows, and what it does not, have marks of their own", () => {
  render(<Checks of={WELL} />);
  expect(marks()).toEqual(["shown", "not shown", "shown"]);
});

test("a store's session has no seal, and its one line is the replay's", () => {
  render(<Checks of={{ ...WELL, seal: "unsealed", says: ["The verdict follows."] }} />);
  expect(marks()).toEqual(["shown"]);
});

test("every place that differs is named, eight of them at most", () => {
  const differences = Array.from({ length: 12 }, (_, at) => ({
    key: "verdict",
    field: `verdict.f${String(at)}`,
    recorded: "<b>x</b>",
    made: '"y"',
  }));
  const of: Check = { ...WELL, conclusion: "changed", seal: "changed", signature: "wrong", replay: "diverges" };
  render(<Checks of={{ ...of, differences, further: 5 }} />);
  const items = screen.getAllByRole("listitem");
  expect(items).toHaveLength(3 + 8 + 1);
  expect(marks().slice(0, 3)).toEqual(["wrong", "wrong", "wrong"]);
  expect(within(items[3] as HTMLElement).getByText("verdict.f1")).toBeTruthy();
  expect(items[3]?.textContent).toContain("<b>x</b>");
  expect(items.at(-1)?.textContent).toBe("8 further differences.");
});

test("a file that cannot be read is wrong, whatever it says", () => {
  render(<Checks of={{ ...WELL, events: 0, conclusion: "unreadable", says: ["Line 1 is not an event."] }} />);
  expect(marks()).toEqual(["wrong"]);
});
