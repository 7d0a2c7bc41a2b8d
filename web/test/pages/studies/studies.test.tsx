// Do pages of studies say what the server found, mark what failed, and lead from a question to its sessions?
import { fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import StudiesPage from "@/pages/studies/StudiesPage";
import { Forest } from "@/pages/studies/Forest";
import { betweenBy, figureWords } from "@/pages/studies/words";
import { around } from "../../mounted";
import { arm, figure, matrix, NOTHING_LEFT, report, row } from "./drawn";

const answers: Record<string, unknown> = {};
const asked: string[] = [];
beforeEach(() => {
  asked.length = 0;
  Object.assign(answers, {
    "/api/studies": { studies: [] },
    "/api/studies/abcdef0123456789": {
      ...{
        study: row(),
        digest: "",
        corpus_digest: "",
        repeats: 1,
        baseline: "base",
        primary: "score",
        clusters: "",
        causes: [],
        left: [],
        ...NOTHING_LEFT,
      },
      arms: [arm("base"), arm("strict", { of: "base", from: "adjudication", options: { axes_apart: false } })],
    },
    "/api/studies/abcdef0123456789/figures": { sessions: 48, report: report() },
    "/api/studies/abcdef0123456789/matrix": matrix,
  });
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, search } = new URL(request.url);
    asked.push(pathname + search);
    return Promise.resolve(Response.json(answers[pathname]));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});
const shown = (part = "") => render(around(<StudiesPage id="abcdef0123456789" part={part} />, "/studies"));

test("without a study the page says what one is and how one begins", async () => {
  render(around(<StudiesPage id="" part="" />));
  expect(await screen.findByText("There is no study yet.")).toBeTruthy();
  expect(screen.getByText("moot study new NAME")).toBeTruthy();
});

test("the list tells how far each study is, and what failed", async () => {
  const failed = row({ state: "failed", done: 40, degraded: 3, failed: 2, left: 6 });
  answers["/api/studies"] = {
    studies: [
      failed,
      row({
        id: "b",
        name: "runs",
        state: "running",
        running: 3,
        done: 9,
        left: 36,
        asked_by: "process 7 on here",
      }),
    ],
  };
  render(around(<StudiesPage id="" part="" />));
  const [first] = await screen.findAllByRole("listitem");
  expect(first?.textContent).toContain("with failures");
  expect(first?.textContent).toContain("40 of 48 finished, 3 of them degraded, 2 failed and 6 left");
  expect(first?.textContent).toContain("$0.50 of $2.00");
  expect(screen.getByRole("link", { name: "judges" }).getAttribute("href")).toBe("/studies/abcdef0123456789");
});

test("a result tells each difference with its interval, its questions and its p", async () => {
  shown();
  const drawn = await screen.findByRole("img", { name: /^strict: / });
  expect(drawn.getAttribute("aria-label")).toBe(
    "strict: −2.90 (−3.90 to −1.90; n = 24), p = 0.002 by Holm (sign flips)",
  );
  expect(screen.getByText(/p = 0.002 by Holm/)).toBeTruthy();
  expect(screen.getByText(/base from adjudication on; without axes apart/)).toBeTruthy();
  expect(screen.getByText(/answers kept from it: 18/)).toBeTruthy();
  expect(screen.getAllByText("$5.00, of this asked again: $1.00")).toHaveLength(2);
});

test("what is missing stands beside a difference", () => {
  const one = (over: object) => ({ ...(report().differences.score[0] ?? {}), ...over }) as never;
  const drawn = render(
    <Forest
      told={[
        one({ arm: "a", planned: 30, degraded: 20 }),
        one({ arm: "b", p_holm: null, unread: 3, difference: { ...figure(1), low: null, high: null } }),
      ]}
      baseline="base"
      between={{ whole: String, bare: String, mean: String }}
    />,
  );
  const [gaps, few] = drawn.getAllByRole("listitem").map((item) => item.textContent);
  expect(gaps).toContain("n = 24 of 30");
  expect(gaps).toContain("20 of 24 with a degraded result");
  expect(few).toContain("+1 (no spread seen; n = 24)");
  expect(few).toContain("3 of 24 with an answer that could be told neither right nor wrong");
  expect(few).not.toContain("Holm");
});

test("a share differs by points, the axis has numbers, and what both came to subtracts to it", () => {
  const one = { ...(report().differences.score[0] ?? {}), before: 0.625, after: 0.708, planned: 24 };
  const difference = { ...figure(0.083), low: 0.01, high: 0.156 };
  const between = betweenBy({ shares: ["right"] }, "right");
  const { container } = render(<Forest told={[{ ...one, difference } as never]} baseline="base" between={between} />);
  const text = container.textContent;
  expect(text).toContain("+8.3 points (+1.0 to +15.6; n = 24)");
  expect(text).toContain("over the 24 questions with a result under both: base 62.5%, strict 70.8%");
  expect(text).toContain("−15.60+15.6 points");
  expect(text).not.toContain("+8%");
});

test("too few questions have words of their own", () => {
  expect(figureWords(figure(null, 4) as never, String)).toBe("not told (n = 4)");
  expect(figureWords(figure(null, 0) as never, String)).toBe("–");
});

test("each cell leads to its session, two of a question to their comparison, and what differs can be picked", async () => {
  shown("matrix");
  const cell = await screen.findByRole("link", { name: "housing-1, strict, repeat 1: Contested" });
  expect(cell.getAttribute("href")).toBe("/s/s2");
  expect(cell.closest("td")?.textContent).toContain("degraded");
  expect(screen.getByRole("link", { name: "Compare housing-1 under base and strict" }).getAttribute("href")).toBe(
    "/compare/s1/s2",
  );
  expect(screen.getByRole("link", { name: "housing-2, base, repeat 1: failed" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Compare housing-2 under base and strict" })).toBeNull();
  fireEvent.click(screen.getByRole("radio", { name: "That differ (1)" }));
  await waitFor(() => {
    expect(asked.some((address) => address.includes("only=differs"))).toBe(true);
  });
});

test("before a session has a result nothing is told, and what to type is", async () => {
  const head = answers["/api/studies/abcdef0123456789"] as object;
  answers["/api/studies/abcdef0123456789"] = { ...head, study: row({ state: "unfinished", done: 0, left: 48 }) };
  shown();
  expect(await screen.findByText(/so there is nothing to tell yet/)).toBeTruthy();
  expect(screen.getByText("moot study run abcdef01")).toBeTruthy();
});

test("figures that rest on fewer sessions than have ended say so", async () => {
  answers["/api/studies/abcdef0123456789/figures"] = { sessions: 30, report: report() };
  shown();
  expect(await screen.findByText(/rest on 30 sessions; newer ones are being made/)).toBeTruthy();
});

test("without figures the arms are told all the same", async () => {
  const fetched = globalThis.fetch;
  vi.stubGlobal("fetch", (request: Request) =>
    request.url.endsWith("/figures")
      ? Promise.resolve(
          Response.json(
            { error: { code: "bad", message: "The figures of a study take scipy.", remedy: "Install it." } },
            { status: 422 },
          ),
        )
      : fetched(request),
  );
  shown();
  expect((await screen.findByRole("alert")).textContent).toContain("take scipy");
  expect(screen.getByRole("region", { name: "Every arm of the study" }).textContent).toContain("strict");
});

test.each([
  ["models", /protocol tells no replies apart/],
  ["judges", /their protocol has no adjudicator/],
  ["order", /reverses the order in which rebuttals are read/],
])("the part %s says so where there is nothing of it", async (part, words) => {
  shown(part);
  expect(await screen.findByText(words)).toBeTruthy();
});

test("what members did in both orders is told", async () => {
  const sorts = ["conviction", "evidence", "recency", "no position"].map((sort, at) => ({
    sort,
    members: at,
    share: figure(0.25, 24, 0.05),
  }));
  const order = {
    arm: "turned",
    of: "base",
    members: 72,
    eligible: 60,
    sorts,
  };
  answers["/api/studies/abcdef0123456789/figures"] = {
    sessions: 48,
    report: report({ order: [order] }),
  };
  shown("order");
  expect(await screen.findByText(/60 of 72 members saw two rebuttals or more/)).toBeTruthy();
  expect(screen.getByText("Gave way to another member in each order")).toBeTruthy();
});

test("studies of one name are told apart by their ids, others need none", async () => {
  answers["/api/studies"] = { studies: [row(), row({ id: "fedcba9876543210" }), row({ id: "0123", name: "other" })] };
  render(around(<StudiesPage id="" part="" />));
  const told = (await screen.findAllByRole("listitem")).map((item) => item.textContent);
  expect(told[0]).toContain("abcdef01");
  expect(told[1]).toContain("fedcba98");
  expect(told[2]).not.toContain("0123");
});

test("an arm alone is compared with nothing", async () => {
  const alone = { ...report(), differences: { score: [] }, classes: [] };
  answers["/api/studies/abcdef0123456789/figures"] = { sessions: 48, report: alone };
  shown();
  expect(await screen.findByText("There is no other arm to compare.")).toBeTruthy();
});

test("what was asked once has no stability to be told", async () => {
  const arms = report().arms.map((each) => ({ ...each, stability: { ...each.stability, agreement: figure(null, 0) } }));
  const bare = { ...report(), arms, discrimination: {} };
  answers["/api/studies/abcdef0123456789/figures"] = { sessions: 48, report: bare };
  answers["/api/studies/abcdef0123456789/questions"] = { arm: "base", questions: [], total: 0, next: null };
  shown("stability");
  expect(await screen.findByText(/No question has two results under this arm/)).toBeTruthy();
  expect(screen.queryByText("Same class")).toBeNull();
});
