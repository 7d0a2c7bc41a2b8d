// Money ran out, or will: is the figure that would do on the page, and is what was typed read as it was meant?
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SteeringContext } from "@/hooks/steering";
import { EstimateLine } from "@/councils/EstimateLine";
import { readBudget } from "@/councils/money";
import type { Logged } from "@/playback/log";
import { Ending } from "@/views/verdict/Ending";
import type { EstimateRow } from "@/wire/types";
import { golden } from "../../golden";
import { around, opened, settle, shown } from "../../mounted";

beforeEach(() => {
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const SHORT = { spent: 210_000_000, needs: 620_000_000, enough: 800_000_001, typical: 7e8, most: 21e8 };

/** A session that ended for want of money; whose cap it was. */
function poor(whose: string): Logged[] {
  const events = golden("debate").slice(0, 20);
  const words = { message: "The budget is too small.", remedy: "Go on with a budget of $0.81." };
  const body = { outcome: "out_of_budget", reason: "budget", ...words, shortfall: { ...SHORT, whose } };
  return [...events, { ...events[19], seq: 21, key: "stopped.1", kind: "SessionStopped", body } as unknown as Logged];
}

const ending = (
  <SteeringContext value={{ id: "x", base: "/s/x" }}>
    <Ending />
  </SteeringContext>
);

test("the form holds the cap that suffices, and sends what is written there", async () => {
  const sent: unknown[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    sent.push(await request.json());
    return Response.json({});
  });
  const player = await opened(poor("session"));
  shown(player, around(ending));
  expect(screen.getByText("Go on with a budget of $0.81.")).toBeTruthy();
  const field = screen.getByLabelText<HTMLInputElement>("New budget, in dollars");
  expect(field.value).toBe("0.81");
  fireEvent.click(screen.getByRole("button", { name: "Go on with $0.81" }));
  await settle();
  fireEvent.change(field, { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: "Go on with $2" }));
  await settle();
  expect(sent).toMatchObject([{ budget: 0.81 }, { budget: 2 }]);
  player.dispose();
});

test("a cap that is a setting is not asked for in the form", async () => {
  const day = await opened(poor("day"));
  const page = shown(day, around(ending));
  expect(screen.queryByLabelText("New budget, in dollars")).toBeNull();
  expect(screen.getByText("moot settings set day_budget 0.81")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Resume" })).toBeTruthy();
  page.unmount();
  day.dispose();
  const call = await opened(poor("call"));
  shown(call, around(ending));
  expect(screen.queryByRole("button")).toBeNull();
  call.dispose();
});

const ROW: EstimateRow = {
  ...{ calls: 9, dollars: 0.41, typical: 0.03, basis: "from 12 sessions here", unknown: [], presumed: [] },
  ...{ least: 0.05, lacking: "", lacking_of: "" },
  ...{
    presumed_dollars: 0,
    stages: [],
    tokens: 0,
    seconds: null,
    untimed: [],
    council: "",
    members: [],
    notes: [],
    why: "",
  },
  ...{ unready: [] },
} as unknown as EstimateRow;
const line = (row: Partial<EstimateRow>, tooLittle = "", onCap: (dollars: string) => void = () => undefined) => (
  <EstimateLine
    found={{ row: { ...ROW, ...row }, problem: null, busy: false, unweighed: false }}
    {...{ tooLittle, onCap }}
  />
);

test("a budget that is too small is said before anything is asked, with one that is not", async () => {
  const player = await opened(golden("debate"));
  const lacking = "A budget of $0.01 is too small: this takes at least $0.05, because …";
  const set = vi.fn();
  const page = shown(player, around(line({ lacking, lacking_of: "session" }, lacking, set)));
  expect(screen.getByText(lacking)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Set the budget to $0.05" }));
  expect(set).toHaveBeenCalledWith("0.05");
  page.unmount();
  shown(player, around(line({ lacking, lacking_of: "day" }, "", set)));
  expect(screen.queryByRole("button")).toBeNull();
  player.dispose();
});

test("what it usually costs stands beside the bound, with where it comes from", async () => {
  const player = await opened(golden("debate"));
  const page = shown(player, around(line({})));
  expect(screen.getByText("About $0.03, limit $0.41")).toBeTruthy();
  expect(screen.getByText(/an estimate, from 12 sessions here/)).toBeTruthy();
  page.unmount();
  const guessed = { unknown: ["acme/one"], presumed: ["acme/one"], presumed_dollars: 0.4, typical: null };
  shown(player, around(line(guessed)));
  expect(screen.getByText("Limit $0.41")).toBeTruthy();
  expect(
    screen.getByText(/Under the budget it counts as the dearest known model, which makes \$0.40 of the \$0.41/),
  ).toBeTruthy();
  expect(screen.getByRole("link", { name: "the settings" }).getAttribute("href")).toBe("/settings/endpoints/acme");
  player.dispose();
});

test.each([
  ["0.50", 0.5],
  ["$0.50", 0.5],
  ["0,5", 0.5],
  ["50c", 0.5],
  [".5", 0.5],
  ["", null],
  ["1,000", "wrong"],
  ["-1", "wrong"],
  ["much", "wrong"],
  ["$50c", "wrong"],
  ["1e3", "wrong"],
])("a cap typed as %s", (typed, read) => {
  expect(readBudget(typed)).toBe(read);
});
