// Does the page show what the server counted, and say what happens while it counts and when it cannot?
import { fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import EvidencePage from "@/pages/evidence/EvidencePage";
import { percent } from "@/pages/evidence/tables";
import { around } from "../../mounted";

const share = (value: number) => ({ value });
const report = {
  learnt: [],
  ahead: [
    { model: "up/a", sessions: 12, above: 0.64, low: 0.51, high: 0.75 },
    { model: "up/often", sessions: 9000, above: 0.603, low: 0.601, high: 0.604 },
    { model: "up/once", sessions: 1, above: 1, low: 1, high: 1 },
  ],
  known: null,
};

let answer: () => Response;

beforeEach(() => {
  answer = () => Response.json(report);
  vi.stubGlobal("fetch", () => Promise.resolve(answer()));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("models stand with their ranges", async () => {
  render(around(<EvidencePage />));
  expect(screen.getByLabelText("Figures are being made").getAttribute("aria-busy")).toBe("true");
  expect(await screen.findByText(/No question with a known answer/)).toBeTruthy();
  expect(screen.getByText("51 % to 75 %")).toBeTruthy();
  expect(screen.getByText("60.1 % to 60.4 %")).toBeTruthy();
  expect(screen.getByText("too few to tell").closest("tr")?.textContent).toContain("up/once");
});

test("what cannot be shown says why, and is asked for again", async () => {
  answer = () =>
    Response.json(
      { error: { code: "bad_input", message: "There are no figures.", remedy: "Ask for 3." } },
      { status: 422 },
    );
  render(around(<EvidencePage />));
  expect((await screen.findByRole("alert")).textContent).toContain("Ask for 3.");
  answer = () => Response.json(report);
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("up/a")).toBeTruthy();
});

test("nothing that was only counted is said to be certain", () => {
  expect([0, 0.004, 0.5, 0.996, 1].map((value) => percent(share(value)))).toEqual([
    "0 %",
    "under 1 %",
    "50 %",
    "over 99 %",
    "100 %",
  ]);
});
