// Can a rubric be read, written with its error's line marked, and tried so that one sees which rule decides?
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import SettingsPage from "@/pages/settings/SettingsPage";
import type { Rubric } from "@/wire/types";
import { serve, type Sent } from "../convene/server";
import { show } from "../convene/page";

const bound = (changed: object) => ({ at_least: null, at_most: null, below: null, is: null, ...changed });
const RUBRIC = {
  ...{ name: "plain", title: "What is best", about: "For anything.", input: "question", form: "any", penalty: 1 },
  ...{ consensus: false, neutral: null, conviction: { held: 2, cited: 0, uncited: -1 }, members: [], adjudicators: [] },
  wording: { answer: "", rebuttal: "", refinement: "", flip: "", axes: "", consensus: "", verdict: "" },
  axes: [{ name: "use", weight: 2, asks: "Is it of use?", one: "No.", three: "Some.", five: "Yes.", note: "" }],
  labelling: {
    ...{ name: "kind", of: "replies", asks: "Which?", none: false, flawed_from: 0.5, details: [] },
    labels: [
      { name: "sound", meaning: "It holds.", group: "good", flaw: false, recheck: "", form: false, echo: false },
    ],
  },
  comparison: {
    ...{ of: "positions", asks: "Compare.", agreement: "agreement", dispute: "dispute", unsettled: [] },
    ...{ severities: [], minor: [], gravest: "", chains: false, mentions: [] },
  },
  details: [],
  rules: [
    {
      ...{ verdict: "agreed", when: { replies: bound({ at_least: 2 }) }, certainty: "high", basis: "b" },
      ...{ says: "They agree.", withheld: false },
    },
    { verdict: "open", when: {}, certainty: "low", basis: "b", says: "Nothing is settled.", withheld: true },
  ],
} as unknown as Rubric;

const TEXT = 'title = "What is best"\n\n[[axes]]\nname = "use"\nweight = 2\n';
const checked = {
  ...{ rubric: RUBRIC, error: "", line: null, remedy: "", idle: [] },
  measures: [{ name: "replies", says: "Replies that were judged.", kind: "number", choices: [] }],
};
const SERVED = {
  "GET /api/rubrics": { rubrics: [{ layer: "user", rubric: RUBRIC, text: TEXT }], broken: {}, default: "plain" },
  "POST /api/rubrics/check": ({ body }: Sent) =>
    (body as { text: string }).text.includes("-2")
      ? {
          rubric: null,
          error: "The axis 'use' has the weight -2.",
          line: 5,
          remedy: "Correct it.",
          idle: [],
          measures: [],
        }
      : checked,
};

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const page = () => show(<SettingsPage section="rubrics" item="plain" />, "/settings/rubrics/plain");

test("it reads in words: axes with weights, labels, and rules in their order", async () => {
  serve(SERVED);
  page();
  expect(await screen.findByText("Is it of use?")).toBeTruthy();
  expect(screen.getByText("×2", { exact: false })).toBeTruthy();
  expect(screen.getByText("when replies at least 2")).toBeTruthy();
  expect(screen.getByText("in every other case")).toBeTruthy();
});

test("what is wrong is told with its line while it is written, and cannot be saved", async () => {
  const sent = serve({ ...SERVED, "PUT /api/rubrics/plain": { layer: "user", rubric: RUBRIC, text: TEXT } });
  page();
  fireEvent.click(await screen.findByRole("tab", { name: "Write" }));
  const text = screen.getByRole<HTMLTextAreaElement>("textbox", { name: "The rubric as TOML" });
  fireEvent.change(text, { target: { value: TEXT.replace("= 2", "= -2") } });
  const line = await screen.findByRole("button", { name: "Line 5" });
  expect(text.getAttribute("aria-invalid")).toBe("true");
  expect(await screen.findByText(/cannot be followed yet/)).toBeTruthy();
  fireEvent.click(line);
  expect(text.value.slice(text.selectionStart, text.selectionEnd)).toBe("weight = -2");
  fireEvent.change(text, { target: { value: TEXT.replace("= 2", "= 3") } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  expect(sent.some(({ method }) => method === "PUT")).toBe(false);
  await waitFor(() => {
    expect(screen.queryByText(/cannot be followed yet/)).toBeNull();
  });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ text: TEXT.replace("= 2", "= 3") });
  });
});
