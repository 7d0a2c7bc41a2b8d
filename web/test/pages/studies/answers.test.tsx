// Do a study's pages say which results are degraded, and what was answered, known and right?
import { render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import StudiesPage from "@/pages/studies/StudiesPage";
import { around } from "../../mounted";
import { arm, matrix, NOTHING_LEFT, report, row } from "./drawn";

const HEAD = {
  ...{ digest: "", corpus_digest: "", repeats: 1, baseline: "base", primary: "score", clusters: "", causes: [] },
  ...{ left: [], ...NOTHING_LEFT },
  study: row(),
  arms: [arm("base"), arm("strict")],
};
const answers: Record<string, unknown> = {};
beforeEach(() => {
  answers["/api/studies/abcdef0123456789"] = HEAD;
  vi.stubGlobal("fetch", (request: Request) => Promise.resolve(Response.json(answers[new URL(request.url).pathname])));
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const shown = (part = "") => render(around(<StudiesPage id="abcdef0123456789" part={part} />, "/studies"));

test("a study of degraded results alone says so in its state and names what is missing", async () => {
  answers["/api/studies/abcdef0123456789"] = { ...HEAD, study: row({ degraded: 48 }) };
  const told = report();
  const lacking = { ...told.arms[0], degraded: 24, finished: 24, missing: { "model/b is missing.": 24 } };
  answers["/api/studies/abcdef0123456789/figures"] = {
    sessions: 48,
    report: { ...told, arms: [lacking, told.arms[1]] },
  };
  shown();
  expect(await screen.findByText("finished, every result degraded")).toBeTruthy();
  expect(await screen.findByText(/Every result of base is degraded/)).toBeTruthy();
  expect(screen.getByText(/model\/b is missing/)).toBeTruthy();
});

test("questions tell each answer, what is known to be right, and whether it is", async () => {
  const [first, second] = matrix.rows;
  const cells = first?.cells.map((cell, at) => ({
    ...cell,
    cells: cell.cells.map((one) => ({ ...one, answer: at === 0 ? "It is Paris." : "Lyon.", right: at === 0 })),
  }));
  answers["/api/studies/abcdef0123456789/matrix"] = { ...matrix, rows: [{ ...first, known: "Paris", cells }, second] };
  shown("matrix");
  expect(await screen.findByText("It is Paris.")).toBeTruthy();
  expect(screen.getByText("Paris")).toBeTruthy();
  expect(screen.getAllByText("right").length).toBeGreaterThan(0);
  expect(screen.getAllByText("wrong").length).toBeGreaterThan(0);
});

test("a question is held by whether arms are right, and how often of its repeats is told", async () => {
  const [first] = matrix.rows;
  const cells = first?.cells.map((cell, at) => ({
    ...cell,
    share: at === 0 ? 0.5 : 1,
    cells: [1, 2].map((repeat) => ({ ...cell.cells[0], session: `${cell.arm}${String(repeat)}`, repeat, right: true })),
  }));
  answers["/api/studies/abcdef0123456789/matrix"] = {
    ...matrix,
    rows: [{ ...first, known: "Paris", by: "right", cells }],
  };
  shown("matrix");
  expect(await screen.findByText("1 of 2 right")).toBeTruthy();
  expect(screen.getByText("2 of 2 right")).toBeTruthy();
  expect(screen.getByText(/arms differ if one is right more often than the other/)).toBeTruthy();
});
