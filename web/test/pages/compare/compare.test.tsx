// Are two sessions shown beside each other, as the server compared them, and is it said where one is missing?
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ComparePage from "@/pages/compare/ComparePage";
import { around } from "../../mounted";

const side = (session: string, more: object = {}) => ({
  session,
  question: "Is it safe?",
  protocol: "peer-review",
  council: "",
  chair: "up/chair",
  opened_at: "",
  outcome: "verdict",
  degraded: [],
  scripted: false,
  fork_of: "",
  calls: 9,
  tokens: 9200,
  dollars: 0.02,
  at_most: 0,
  cost_known: true,
  seconds: 12,
  ...more,
});
const diff = {
  passages: [
    { kind: "same", text: "It is " },
    { kind: "a", text: "safe" },
    { kind: "b", text: "dangerous" },
    { kind: "same", text: "." },
  ],
  same: 0.5,
  cut: false,
};
const pair = (seat: string, more: object = {}) => ({
  a: seat,
  b: seat,
  a_model: `up/${seat}`,
  b_model: `up/${seat}`,
  a_place: 1,
  b_place: 2,
  answer: diff,
  a_answered: true,
  b_answered: true,
  ...more,
});
const found = {
  a: "one",
  b: "two",
  related: "The second session is a fork of the first from synthesis on.",
  forks: true,
  same_question: true,
  differences: [
    { what: "winner", who: "", a: "seat-a", b: "seat-b", delta: null },
    { what: "basis", who: "", a: "sound_in_agreement", b: "best_flawed", delta: null },
    { what: "score", who: "seat-a", a: 4, b: 6, delta: 2 },
    { what: "first in round 1", who: "", a: "seat-a, seat-b", b: "seat-c", delta: null },
    { what: "topic: text", who: "", a: null, b: "Ferries", delta: null },
  ],
  same: [],
  order_sensitive: null,
  names: {},
  sides: {
    a: side("one"),
    b: side("two", { chair: "up/other", fork_of: "one", calls: 1, dollars: 0, at_most: 0.03, degraded: ["Late."] }),
    verdict: diff,
    members: [
      pair("seat-a"),
      pair("seat-b", { a_place: 2, b_place: 2, a_answered: false }),
      pair("seat-c", { answer: { passages: [{ kind: "same", text: "No." }], same: 1, cut: false } }),
    ],
  },
};
const rows = [
  {
    session: "one",
    title: "First",
    question: "",
    protocol: "peer-review",
    state: "verdict",
    created: "2026-11-01T08:00:00Z",
    members: ["up/one", "up/two", "up/two"],
    cost: 0.05,
    at_most: 0,
    unknown: 0,
    ...{ council: "", winner: "", answer: "" },
    fork_of: null,
  },
  {
    session: "two",
    title: "Second",
    question: "",
    protocol: "debate",
    state: "failed",
    created: "2026-11-01T08:00:00Z",
    members: ["up/one", "up/two", "up/two"],
    cost: 0.05,
    at_most: 0,
    unknown: 0,
    ...{ council: "", winner: "", answer: "" },
    fork_of: null,
  },
  {
    session: "three",
    title: "Third",
    council: "quick",
    winner: "up/two",
    answer: "It is safe, in short.",
    question: "",
    protocol: "debate",
    state: "verdict",
    created: "2026-11-01T08:00:05Z",
    members: ["up/one", "up/two", "up/two"],
    cost: 0.05,
    at_most: 0,
    unknown: 0,
    fork_of: "one",
  },
];

let answers: Record<string, () => Response>;

beforeEach(() => {
  answers = {
    "/api/sessions/one/compare/two": () => Response.json(found),
    "/api/sessions": () => Response.json({ sessions: rows, next: null }),
  };
  vi.stubGlobal("fetch", (request: Request) => {
    const answer = answers[new URL(request.url).pathname];
    const gone = { error: { code: "unknown", message: "No session begins so.", remedy: "" } };
    return Promise.resolve(answer === undefined ? Response.json(gone, { status: 404 }) : answer());
  });
  vi.stubGlobal("matchMedia", () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("places, figures and prices stand beside each other", async () => {
  render(around(<ComparePage a="one" b="two" />));
  expect(screen.getByRole("status").getAttribute("aria-busy")).toBe("true");
  expect(await screen.findByText(/fork of the first/)).toBeTruthy();
  const second = screen.getByRole("region", { name: "Second session" });
  expect(within(second).getByText("at most $0.03")).toBeTruthy();
  expect(within(second).getByText(/leave out what was kept/)).toBeTruthy();
  expect(within(second).getByText("Late.")).toBeTruthy();
  expect(within(second).getByText("verdict, degraded")).toBeTruthy();
  const members = within(screen.getByRole("region", { name: "Members in both sessions" }));
  expect(members.getByRole("row", { name: "seat-a 1 → 2 50 % the same" })).toBeTruthy();
  expect(members.getByRole("row", { name: "seat-b 2 answered only in the second" })).toBeTruthy();
  expect(members.getByRole("row", { name: "seat-c 1 → 2 the same answer" })).toBeTruthy();
  const figures = within(screen.getByRole("region", { name: "Figures that differ" }));
  expect(figures.getByRole("row", { name: "First place seat-a seat-b" })).toBeTruthy();
  expect(figures.getByRole("row", { name: "What the class rests on sound in agreement best flawed" })).toBeTruthy();
  expect(figures.getByRole("row", { name: "Score seat-a 4 6 +2" })).toBeTruthy();
  expect(figures.getByRole("row", { name: "First in round 1 seat-a, seat-b seat-c" })).toBeTruthy();
  expect(screen.getByText("1 figure")).toBeTruthy();
});

test("words of one side are on that side alone, and marked where the other has others", async () => {
  render(around(<ComparePage a="one" b="two" />));
  const [first] = await screen.findAllByRole("group", { name: "First" });
  expect(first?.textContent).toBe("It is safe.");
  expect(first?.querySelector("del")?.textContent).toBe("safe");
  const [second] = screen.getAllByRole("group", { name: "Second" });
  expect(second?.textContent).toBe("It is dangerous.");
  expect(second?.querySelector("ins")?.textContent).toBe("dangerous");
});

test("a session that was deleted is told, and others can be chosen", async () => {
  render(around(<ComparePage a="one" b="gone" />));
  expect(await screen.findByText("One of the two sessions is not here.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Choose two sessions" })).toBeTruthy();
});

test("the second one is chosen from a list, those that belong to the first one first", async () => {
  render(around(<ComparePage a="one" />));
  const offered = await screen.findAllByRole("button");
  expect(offered.map((each) => each.querySelector("span")?.textContent)).toEqual(["Third", "Second"]);
  expect(screen.getByText(/asked again from the other one/)).toBeTruthy();
  const told = offered[0]?.querySelector("small:last-of-type")?.textContent ?? "";
  // Two of one question differ in when, by whom, what came first or what was answered.
  for (const part of ["2026", ":00:05", "Debate", "quick", "one, two", "first: two", "$0.05"])
    expect(told).toContain(part);
  expect(offered[0]?.querySelector("small:first-of-type")?.textContent).toBe("It is safe, in short.");
  expect(screen.getAllByText("one, two")[0]?.getAttribute("lang")).toBe("");
});

test("without another session it is said how there may be one", async () => {
  answers["/api/sessions"] = () => Response.json({ sessions: rows.slice(0, 1), next: null });
  render(around(<ComparePage a="one" />));
  expect(await screen.findByText("There is no other session.")).toBeTruthy();
});

test("a server that cannot compare says so, and is asked again", async () => {
  answers["/api/sessions/one/compare/two"] = () =>
    Response.json({ error: { code: "broken", message: "It broke.", remedy: "Try later." } }, { status: 400 });
  render(around(<ComparePage a="one" b="two" />));
  expect(await screen.findByText("It broke.")).toBeTruthy();
  answers["/api/sessions/one/compare/two"] = () => Response.json(found);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText(/fork of the first/)).toBeTruthy();
});

test("the answer that is meant is open, and no other", async () => {
  const scrolled = vi.fn();
  Element.prototype.scrollIntoView = scrolled;
  render(around(<ComparePage a="one" b="two" />, "/compare/one/two?m=seat-b"));
  await screen.findByText(/fork of the first/);
  const open = [...document.querySelectorAll("details[open] > summary > h3")].map((each) => each.textContent);
  expect(open).toEqual(["seat-b"]);
  expect(scrolled).toHaveBeenCalledOnce();
});
