// Does the result tell how it ended, whoever is missing and whatever speaks against it, in every way it can end?
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Over } from "@/views/council/Notices";
import { SteeringContext } from "@/hooks/steering";
import { fold, NOTHING } from "@/playback/fold/fold";
import { latest } from "@/playback/found";
import { looksOf } from "@/playback/looks";
import type { Logged } from "@/playback/log";
import { leadOf } from "@/views/verdict/lead";
import { strengthOf } from "@/views/verdict/strength";
import ResultView from "@/views/verdict/ResultView";
import type { EventOf, Gist, SessionState } from "@/wire/types";
import { eventsOf, gistOf, golden, TRANSCRIPTS } from "../../golden";
import { mounted } from "../../mounted";

afterEach(() => {
  vi.unstubAllGlobals();
});

const stateOf = (events: readonly Logged[]): SessionState =>
  events.reduce((state: SessionState, event) => fold(state, event), NOTHING);

/** The same session, ended in another way. */
function ended(name: string, kind: "SessionStopped", body: Partial<EventOf<"SessionStopped">["body"]>): Logged[] {
  const events = golden(name);
  const before = events.slice(0, -1);
  const last = events.at(-1) as Logged;
  const stopped = { outcome: "failed", reason: "", message: "", remedy: "", missing: [], ...body };
  return [...before, { ...last, kind, key: "stopped.1", body: stopped } as unknown as Logged];
}

function withheld(name: string): Logged[] {
  const events = structuredClone(golden(name)) as Logged[];
  const last = events.at(-1) as EventOf<"VerdictReached">;
  Object.assign(last.body.verdict, { outcome: "inconclusive", text: null, reason: "Too few replies could be read." });
  return events;
}

const result = <ResultView ending={<Over />} judged={null} />;
/** Words of the house that tell a reader nothing. */
const RIDDLES = /\b(Close|Concluded|Adjourned|Withheld|Votes counted|Agreed)\b/;

const CONTRACT: Gist["result"] = {
  answer: "Keep it. Sell the pumps.",
  body: null,
  confidence: "3 of 4 members ranked it first.",
  disagreement: "ada ranked another answer first.",
  reasons: [{ text: "It is cheap.", by: ["seat-a"], passage: "costs little" }],
  dissent: [{ text: "It is slow.", by: ["seat-b"], passage: "takes years" }],
  would_change: ["One different vote would change the winner."],
  sentences: [
    { text: "Keep it.", by: [{ seat: "seat-a", passage: "keep the system" }] },
    { text: "Sell the pumps.", by: [] },
  ],
  sources: [],
  selective: null,
};

test.each(TRANSCRIPTS)("%s: the result can be drawn at every moment, the answer first", (name) => {
  const events = eventsOf(name);
  const gist = gistOf(name);
  const view = mounted(result, events, 1, "/", gist);
  for (let count = 1; count < events.length; count += 4) {
    view.at(count);
    expect(view.container.textContent).not.toMatch(/undefined|NaN|\[object/);
    expect(view.container.textContent).toContain("There is no answer yet.");
  }
  view.at(events.length);
  const article = screen.getByRole("article", { name: "Result" });
  const text = article.textContent;
  expect(text).not.toMatch(/undefined|NaN|\[object|\{seat/);
  const { verdict, question } = view.player.moment().state;
  const answer = screen.getByRole("region", { name: "Answer" });
  expect(within(answer).getAllByRole("heading", { level: 2 }).length).toBeGreaterThan(0);
  const { headline } = leadOf(verdict?.text ?? "");
  if (headline !== "")
    expect(text.replace(/[*`]/g, "").startsWith(headline.replace(/[*`]/g, "").slice(0, 20))).toBe(true);
  expect(text).not.toMatch(RIDDLES);
  expect(text).not.toContain(question.text);
  const line = screen.getByRole("list", { name: "In short" });
  const { confidence, disagreement, would_change } = gist.result;
  const told = [disagreement, ...would_change.slice(0, 1)].filter((words) => words !== "");
  expect(within(line).getAllByRole("listitem")).toHaveLength(1 + told.length + gist.line.length);
  for (const words of [confidence, ...told]) expect(line.textContent).toContain(words.replace(/\.$/, ""));
  expect(answer.compareDocumentPosition(line) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
});

test("a result that an arbiter chose is not shown as clear", () => {
  mounted(result, golden("consensus"), undefined, "/", gistOf("consensus"));
  expect(screen.getByText(/^The arbiter is \d+ % sure/).closest("li")?.dataset["firmness"]).toBe("plain");
});

test("nobody voted on an answer by the chair alone", () => {
  const events = structuredClone(golden("debate")) as Logged[];
  (events[0] as EventOf<"SessionOpened">).body.protocol = "reply";
  mounted(result, events);
  expect(screen.getByRole("region", { name: "Answer" })).toBeTruthy();
  expect(screen.queryByText("How it was decided")).toBeNull();
});

test("without the server's words the answer stands all the same", () => {
  mounted(result, golden("debate"));
  expect(screen.getByRole("region", { name: "Answer" })).toBeTruthy();
  expect(screen.queryByRole("list", { name: "In short" })).toBeNull();
});

test("a class by rules is shown with the rule and how sure it is", () => {
  mounted(result, golden("adjudication"), undefined, "/", gistOf("adjudication"));
  expect(screen.getByText(/Moderate certainty\./)).toBeTruthy();
  expect(screen.getByText("Moderate confidence")).toBeTruthy();
  expect(screen.getByText(/Rule 9 of the rubric decided/)).toBeTruthy();
});

test("a number that was computed is shown beside the one that was asked for", () => {
  mounted(result, golden("consensus"));
  expect(screen.getByText(/^86.% confidence, 80.% was asked for$/)).toBeTruthy();
});

test("no answer by the protocol's own rule: the reason first, and what would change it", () => {
  mounted(result, withheld("adjudication"));
  expect(screen.getByRole("heading", { name: "Too few replies could be read." })).toBeTruthy();
  expect(screen.getByText(/A verdict would take/)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Answer" })).toBeNull();
});

test.each(["out_of_budget", "failed", "stopped"] as const)(
  "%s tells what happened first and what to do, and offers nothing where it is only read",
  (outcome) => {
    const gist = {
      seal: "Stopped",
      firmness: "ended" as const,
      of: "",
      whom: "",
      about: [],
      line: ["8 answers kept"],
      trust: [],
      result: { ...CONTRACT, confidence: "", disagreement: "", would_change: [] },
    };
    const body = { outcome, message: "It ended early.", remedy: "Raise it." };
    mounted(result, ended("debate", "SessionStopped", body), undefined, "/", gist);
    expect(screen.getByRole("heading", { name: "It ended early." })).toBeTruthy();
    expect(screen.getByText("Stopped")).toBeTruthy();
    expect(screen.getByText("8 answers kept")).toBeTruthy();
    expect(screen.getByText("Raise it.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  },
);

test("before it stands it says which stage it is", () => {
  mounted(result, golden("debate"), 8);
  expect(screen.getByText("There is no answer yet.")).toBeTruthy();
  expect(screen.getByText(/Opinions: stage 2 of 6/)).toBeTruthy();
});

test("what it rests on leads to the tab of its stage; rounds share one", () => {
  const page = mounted(result, golden("consensus"));
  expect(screen.getAllByRole("link", { name: /^Round/ }).map((link) => link.getAttribute("href"))).toContain(
    "/transcript?tab=rounds",
  );
  page.unmount();
  mounted(result, golden("debate"));
  expect(screen.getByRole("link", { name: "Opinions" }).getAttribute("href")).toBe("/transcript?tab=opinions");
});

test("how it goes on is offered once", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ sessions: [], next: null })));
  const events = ended("debate", "SessionStopped", { outcome: "stopped", message: "It ended.", remedy: "Resume it." });
  mounted(<SteeringContext value={{ id: "x", base: "/s/x" }}>{result}</SteeringContext>, events);
  expect(screen.getAllByRole("button", { name: "Resume" })).toHaveLength(1);
  expect(screen.getByRole("button", { name: "Start over" })).toBeTruthy();
});

test("too few answered: on with those that did, or the others again; never a resumption that changes nothing", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ sessions: [], next: null })));
  const lost = {
    outcome: "failed" as const,
    reason: "quorum",
    message: "Two of four.",
    remedy: "Type this: --at-least 2.",
  };
  const page = (answered: string[], unanswered: string[]) =>
    mounted(
      <SteeringContext value={{ id: "x", base: "/s/x" }}>{result}</SteeringContext>,
      ended("debate", "SessionStopped", { ...lost, answered, unanswered }),
    );
  const two = page(["seat-a", "seat-b"], ["seat-c", "seat-d"]);
  expect(screen.getByRole("button", { name: "Go on with the 2 that answered" })).toBeTruthy();
  expect(screen.getByRole("button", { name: "Ask those who failed again" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
  expect(two.container.textContent).not.toContain("--at-least");
  expect(two.container.textContent).toContain("2 of 4 members answered");
  two.unmount();
  page([], ["seat-a", "seat-b"]);
  expect(screen.queryByRole("button", { name: /Go on/ })).toBeNull();
  expect(screen.getByRole("button", { name: "Ask those who failed again" })).toBeTruthy();
});

test("a confidence that only rounds to what was asked for shows the digit that tells them apart", () => {
  const events = structuredClone(golden("consensus")) as Logged[];
  (events.at(-1) as EventOf<"VerdictReached">).body.verdict.confidence = 0.798;
  mounted(result, events);
  expect(screen.getByText(/^79\.8.%.*80\.0.%/)).toBeTruthy();
});

test("how firm it is, in plain sentences from the tally's numbers", () => {
  const state = stateOf(golden("peer-review-full"));
  const said = strengthOf(state.findings, looksOf(state)).join(" ");
  expect(said).toBe("Split 2–2 between ada and cyn. Ada and cyn tie at the top.");
  expect(strengthOf(stateOf(golden("debate")).findings, looksOf(state))[0]).toBe(
    "One ballot of 4 would have to read otherwise for bo not to lead alone.",
  );
});

test("the headline of a ranking is who put whom first, in the server's words and with the names of this page", () => {
  const state = stateOf(eventsOf("0.1.0-peer-review-own-degraded.jsonl"));
  const [fact, ...rest] = strengthOf(state.findings, looksOf(state));
  expect(fact).toMatch(/^(\d of 6 put \w+ first|Split )/);
  expect(rest.join(" ")).toContain("4 of 6 ballots counted");
  expect([fact, ...rest].join(" ")).not.toMatch(/[{}]|seat-|separable|independent votes|truth/);
});

test("claims that missing votes could move are told, and of them nothing is told that sounds firm", () => {
  const state = stateOf(golden("claim-vote"));
  const made = latest(state.findings, "tiers");
  const said = (...ks: (number | null)[]): string => {
    const claims = ks.map((k) => ({ ...made?.claims[0], k }));
    const findings = state.findings.map((each) =>
      each.finding.type === "tiers" ? { ...each, finding: { ...made, claims } as typeof made } : each,
    );
    return strengthOf(findings as typeof state.findings, looksOf(state)).join(" ");
  };
  const open = "could be in another tier with the missing votes";
  expect(said(2, null)).toBe("No claim's tier hangs on a single ballot.");
  expect(said(0, 2)).toBe(`One of 2 claims ${open}. The tier of no other claim hangs on a single ballot.`);
  expect(said(0, 1)).toContain("One of 2 claims hangs on a single ballot");
  expect(said(0)).toBe(`The one claim ${open}.`);
  expect(said(0, 0)).toBe(`All 2 claims ${open}.`);
});

test("behind each sentence stands who supports it, with the passage, on focus and until Escape", () => {
  const gist: Gist = { ...gistOf("consensus"), result: CONTRACT };
  mounted(result, golden("consensus"), undefined, "/", gist);
  expect(screen.getByRole("heading", { name: "Keep it." })).toBeTruthy();
  const line = screen.getByRole("list", { name: "In short" }).textContent;
  expect(line).toMatch(
    /^3 of 4 members ranked it first\.ada ranked another answer firstOne different vote would change the winner/,
  );
  const [first, second] = screen.getAllByRole("button", { name: /behind this|writer added it/ });
  fireEvent.focus(first as HTMLElement);
  const note = screen.getByRole("note");
  expect(note.textContent).toMatch(/^1 of \d stand behind thiskeep the system \w+.*do not mention it$/);
  fireEvent.keyDown(first as HTMLElement, { key: "Escape" });
  expect(screen.queryByRole("note")).toBeNull();
  fireEvent.focus(second as HTMLElement);
  expect(screen.getByRole("note").textContent).toContain("the writer added it");
});

test("a session that asked only some says so and asks the others", async () => {
  const asked = vi.fn((request: Request) => Promise.resolve(Response.json({ to: request.url })));
  vi.stubGlobal("fetch", asked);
  const selective = {
    asked: 2,
    of: 4,
    makers: 2,
    cost: "$0.004",
    rest_cost: "$0.026",
    agreed: true,
    models: [],
    ask_everyone: "",
  };
  const gist: Gist = { ...gistOf("consensus"), result: { ...CONTRACT, selective } };
  const steered = <SteeringContext value={{ id: "s1", base: "/s/s1" }}>{result}</SteeringContext>;
  mounted(steered, golden("consensus"), undefined, "/", gist);
  expect(screen.getByText(/Two models from different makers give the same answer/).textContent).toBe(
    "Two models from different makers give the same answer. That is not proof. 2 of 4 asked, $0.004.",
  );
  fireEvent.click(screen.getByRole("button", { name: "Ask the other two ($0.026)" }));
  await vi.waitFor(() => {
    expect(asked.mock.calls.map(([{ url }]) => url).join(" ")).toMatch(/\/api\/sessions\/s1\/ask-everyone(?: |$)/);
  });
});

test("whether the answer was right is asked only where that is not known already", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({})));
  const steered = <SteeringContext value={{ id: "s1", base: "/s/s1" }}>{result}</SteeringContext>;
  const view = mounted(steered, golden("peer-review-full"));
  expect(screen.getByRole("region", { name: "Was this right?" })).toBeTruthy();
  view.unmount();
  const events = structuredClone(golden("peer-review-full")) as Logged[];
  const found = events.findLast(({ kind }) => kind === "FindingMade") as EventOf<"FindingMade">;
  Object.assign(found.body, { finding: { type: "answer-grades", known: "Canberra", grades: [] } });
  const graded = mounted(steered, events);
  expect(screen.queryByRole("region", { name: "Was this right?" })).toBeNull();
  graded.unmount();
  mounted(result, golden("peer-review-full"));
  expect(screen.queryByRole("region", { name: "Was this right?" })).toBeNull();
});

test("reasons and dissent stand where no comparison was made", () => {
  const gist: Gist = { ...gistOf("claim-vote"), result: CONTRACT };
  mounted(result, golden("claim-vote"), undefined, "/", gist);
  expect(screen.getByRole("heading", { name: "Who disagrees" })).toBeTruthy();
  expect(screen.getByText("takes years")).toBeTruthy();
});
