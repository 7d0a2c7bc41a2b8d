// Does the page keep the kinds of money apart, tell unknown prices as unknown, and say so where there is nothing?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import UsagePage from "@/pages/usage/UsagePage";
import { doorOf, dollars } from "@/pages/usage/words";
import { around } from "../../mounted";

const none = { sessions: 0, calls: 0, read: 0, written: 0, counted: 0, charged: 0, listed: 0, at_most: 0, unknown: 0 };
const paid = { ...none, sessions: 2, calls: 9, read: 1200, written: 300, charged: 0.25, listed: 0.5 };
const report = (over: object = {}) => ({
  first: "2031-05-01",
  last: "2031-05-03",
  since: "2031-04-20",
  step: 1,
  total: { ...paid, name: "", at_most: 0.125, unknown: 2, counted: 1 },
  demo: { ...none, name: "", calls: 7 },
  days: [
    { ...paid, name: "2031-05-01" },
    { ...none, name: "2031-05-02" },
    { ...paid, name: "2031-05-03", charged: 2, unknown: 2 },
  ],
  models: [
    { ...paid, name: "up/a" },
    { ...none, name: "up/<b>bold</b>", calls: 3, unknown: 2 },
    { ...none, name: "ollama/qwen3:8b", calls: 4 },
  ],
  councils: [{ ...paid, name: "" }],
  protocols: [{ ...paid, name: "debate" }],
  doors: [{ ...paid, name: "server" }],
  dearest: [{ session: "s1", title: "Which plan?", spent: 0.3, at_most: 0.1 }],
  deleted: 0.01,
  deleted_at_most: 0,
  ...over,
});

const asked: string[] = [];
let answer: () => Response;
let panels: Record<string, unknown>;
beforeEach(() => {
  asked.length = 0;
  panels = { "/api/panels": { panels: [] } };
  answer = () => Response.json(report());
  history.replaceState(null, "", "/usage");
  vi.stubGlobal("fetch", (request: Request) => {
    const panel = panels[new URL(request.url).pathname];
    if (panel !== undefined) return Promise.resolve(Response.json(panel));
    asked.push(request.url);
    return Promise.resolve(answer());
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test("wherever a session came from is told in words", () => {
  const doors = [
    "batch",
    "bench",
    "browser",
    "chore",
    "cli",
    "import",
    "llm",
    "responses",
    "run",
    "schedule",
    "spectator",
  ];
  for (const door of [...doors, "server", "study", "three-stage"]) expect(doorOf(door), door).not.toBe(door);
});

test("sums keep the kinds of money apart, and what no table counts is told", async () => {
  render(around(<UsagePage />));
  expect(screen.getByLabelText("Usage is being counted").getAttribute("aria-busy")).toBe("true");
  const sums = (await screen.findByText("what services said they charged")).closest("dl");
  expect(sums?.textContent).toContain("Charged$0.25");
  expect(sums?.textContent).toContain("By price list$0.50");
  expect(sums?.textContent).toContain("May still be billed$0.1250at most, for calls that failed or told no price");
  expect(sums?.textContent).toContain("Price unknown2 calls");
  expect(sums?.textContent).toContain("about 1.5K");
  expect(screen.getByText(/7 calls of scripted voices/)).toBeTruthy();
  expect(screen.getByText(/deleted since cost \$0.01/)).toBeTruthy();
  expect(screen.getByRole("link", { name: "Which plan?" }).getAttribute("href")).toBe("/s/s1");
  expect(new URL(asked[0] ?? "").search).toBe("?days=30");
});

test("an unknown price is never $0, and a model that costs nothing is", async () => {
  render(around(<UsagePage />));
  const rows = within(await screen.findByRole("region", { name: "Usage by model" })).getAllByRole("row");
  expect(rows[2]?.textContent).toContain("up/<b>bold</b>");
  expect(rows[2]?.textContent).not.toContain("$");
  expect(rows[3]?.textContent).toContain("$0");
  expect(screen.getByText("No name: members chosen for the question")).toBeTruthy();
  expect(screen.getByText("API")).toBeTruthy();
});

test("days are a table, the latest first, without those on which nothing was asked", async () => {
  render(around(<UsagePage />));
  const days = within(await screen.findByRole("region", { name: "Usage by day" })).getAllByRole("row");
  expect(days.map((row) => row.querySelector("th")?.textContent)).toEqual(["Day", "May 3, 2031", "May 1, 2031"]);
  expect(days[1]?.textContent).toContain("$2.00");
});

test("other days are asked for, and the file is of the same days", async () => {
  render(around(<UsagePage />));
  fireEvent.click(await screen.findByRole("radio", { name: "7 days" }));
  await waitFor(() => {
    expect(asked.map((each) => new URL(each).search)).toContain("?days=7");
  });
  fireEvent.click(screen.getByRole("radio", { name: "Other days" }));
  fireEvent.change(screen.getByLabelText("First day (UTC)"), { target: { value: "2031-04-30" } });
  await waitFor(() => {
    expect(asked.map((each) => new URL(each).search)).toContain("?from=2031-04-30&to=2031-05-03");
  });
  expect(screen.getByRole("link", { name: "Save as CSV" }).getAttribute("href")).toBe(
    "/api/usage?format=csv&from=2031-04-30&to=2031-05-03",
  );
});

test("where nothing was asked, or nothing on these days, it says so", async () => {
  answer = () => Response.json(report({ since: "" }));
  const { unmount } = render(around(<UsagePage />));
  expect(await screen.findByText("Nothing was asked yet.")).toBeTruthy();
  unmount();
  answer = () => Response.json(report({ total: { ...none, name: "" }, demo: { ...none, name: "" }, deleted: 0 }));
  render(around(<UsagePage />));
  expect(await screen.findByText(/No calls to models from May 1, 2031 to May 3, 2031/)).toBeTruthy();
  expect(screen.queryByText("Charged")).toBeNull();
});

test("what cannot be counted says why, and is asked for again", async () => {
  answer = () =>
    Response.json(
      { error: { code: "bad_input", message: "'x' is no day.", remedy: "Write it as 2031-05-04." } },
      { status: 422 },
    );
  render(around(<UsagePage />));
  expect((await screen.findByRole("alert")).textContent).toContain("Write it as 2031-05-04.");
  answer = () => Response.json(report());
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("what services said they charged")).toBeTruthy();
});

test.each([
  [0, "$0"],
  [0.00001, "less than $0.0001"],
  [0.0123, "$0.0123"],
  [1234.5, "$1,234.50"],
])("%d dollars are written as %s", (amount, written) => {
  expect(dollars(amount)).toBe(written);
});

test("panels of installed packages are drawn from what the server describes", async () => {
  const row = (name: string) => ({ name, title: `The ${name}`, help: "" });
  const series = [{ title: "Calls", values: [1, null, 3] }];
  panels = {
    "/api/panels": { panels: [row("table"), row("chart")] },
    "/api/panels/table": {
      shown: { type: "table", columns: ["Model", "Calls"], rows: [["<b>a</b>", 1200]], says: "Two." },
    },
    "/api/panels/chart": { shown: { type: "chart", kind: "bars", labels: ["x", "y", "z"], series } },
  };
  render(around(<UsagePage />));
  expect((await screen.findByRole("region", { name: "The table" })).textContent).toBe("ModelCalls<b>a</b>1,200");
  expect(screen.getByText("Two.")).toBeTruthy();
  const chart = (await screen.findByRole("region", { name: "The chart" })).closest("section");
  expect(chart?.querySelectorAll("rect")).toHaveLength(2);
  expect(chart?.textContent).toContain("y–z3");
});
