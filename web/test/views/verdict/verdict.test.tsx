// Does the verdict tell how it ended, whoever is missing and whatever speaks against it, in every way it can end?
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import CouncilView from "@/views/council/CouncilView";
import { SteeringContext } from "@/hooks/steering";
import { fold, NOTHING } from "@/playback/fold/fold";
import { latest } from "@/playback/found";
import { looksOf } from "@/playback/looks";
import type { Logged } from "@/playback/log";
import { outcomeOf } from "@/views/verdict/outcome";
import { moved } from "@/views/grid/roving";
import { strengthOf } from "@/views/verdict/strength";
import { VerdictCard } from "@/views/verdict/VerdictCard";
import VerdictView from "@/views/verdict/VerdictView";
import { verdictMarkdown } from "@/views/verdict/written";
import type { EventOf, SessionState } from "@/wire/types";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";
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

test.each(TRANSCRIPTS)("%s: the verdict and its card can be drawn at every moment", (name) => {
  const events = eventsOf(name);
  const view = mounted(<VerdictView />, events, 1);
  const card = mounted(<VerdictCard />, events, 1);
  for (let count = 1; count <= events.length; count += 4) {
    view.at(count);
    card.at(count);
    const { status, verdict } = view.player.moment().state;
    const word = outcomeOf(view.player.moment().state).word;
    for (const { container } of [view, card]) expect(container.textContent).not.toMatch(/undefined|NaN|\[object/);
    expect(card.container.textContent).toContain(word);
    expect(view.container.textContent).toContain(verdict === null ? "There is no verdict yet." : word);
    expect(status === "running").toBe(verdict === null);
  }
  view.at(events.length);
  expect(screen.getByRole("article", { name: "Verdict" })).toBeTruthy();
});

test("a class by rules is shown with the rule and how sure it is", () => {
  mounted(<VerdictCard />, golden("adjudication"));
  expect(screen.getByText("Contested")).toBeTruthy();
  expect(screen.getByText("Moderate confidence")).toBeTruthy();
  expect(screen.getByText(/Rule 9 of the rubric decided/)).toBeTruthy();
  expect(screen.getByText("uncited")).toBeTruthy();
});

test("a number that was computed is shown beside the one that was asked for", () => {
  mounted(<VerdictCard />, golden("consensus"));
  expect(screen.getByRole("img", { name: "86\u00a0% confidence, 80\u00a0% was asked for" })).toBeTruthy();
});

test("who is missing stands above the answer, with where and why", () => {
  const { container } = mounted(<VerdictView />, golden("peer-review-degraded"));
  const missing = screen.getByRole("list", { name: "What is missing" });
  expect(missing.textContent).toMatch(/failing is missing in opinions/);
  expect(missing.textContent).toMatch(/handed in a ballot that could not be read in review/);
  const answer = screen.getByRole("region", { name: "Answer" });
  expect(missing.compareDocumentPosition(answer) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
  expect(container.textContent).toContain("scripted voices, not a language model");
});

test("withheld is a state of its own: no answer, the reason, and what would change it", () => {
  mounted(<VerdictView />, withheld("adjudication"));
  expect(screen.getByText("Withheld")).toBeTruthy();
  expect(screen.getByText("Too few replies could be read.")).toBeTruthy();
  expect(screen.getByText(/A verdict would take/)).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Answer" })).toBeNull();
});

test.each([
  ["out_of_budget", "Out of budget"],
  ["failed", "Failed"],
  ["stopped", "Stopped"],
] as const)("%s tells what happened and what to do, and offers nothing where it is only read", (outcome, word) => {
  mounted(
    <VerdictView />,
    ended("debate", "SessionStopped", { outcome, message: "It ended early.", remedy: "Raise it." }),
  );
  expect(screen.getByText(word)).toBeTruthy();
  expect(screen.getByText("It ended early.")).toBeTruthy();
  expect(screen.getByText("Raise it.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Resume" })).toBeNull();
});

test("before it stands it says which stage it is", () => {
  mounted(<VerdictView />, golden("debate"), 8);
  expect(screen.getByText("There is no verdict yet.")).toBeTruthy();
  expect(screen.getByText(/Opinions: stage 2 of 6/)).toBeTruthy();
});

test("a label opens to its examples", () => {
  mounted(<VerdictView />, golden("adjudication"));
  fireEvent.click(screen.getByRole("button", { name: /^Sound/ }));
  expect(screen.getAllByText(/It gives its reasons in full/).length).toBeGreaterThan(0);
});

test("what it rests on leads to the tab of its stage; rounds share one", () => {
  const page = mounted(<VerdictView />, golden("consensus"));
  expect(screen.getAllByRole("link", { name: /^Round/ }).map((link) => link.getAttribute("href"))).toContain(
    "/council?tab=rounds",
  );
  page.unmount();
  mounted(<VerdictView />, golden("debate"));
  expect(screen.getByRole("link", { name: "Opinions" }).getAttribute("href")).toBe("/council?tab=opinions");
});

test("the council view offers once to go on, above its tabs", () => {
  const events = ended("debate", "SessionStopped", { outcome: "stopped", message: "It ended.", remedy: "Resume it." });
  const page = mounted(
    <SteeringContext value={{ id: "x", base: "/s/x" }}>
      <CouncilView />
    </SteeringContext>,
    events,
    undefined,
    "/?tab=synthesis",
  );
  expect(page.container.textContent).toContain("Stopped");
  expect(screen.getAllByRole("button", { name: "Resume" })).toHaveLength(1);
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
      <SteeringContext value={{ id: "x", base: "/s/x" }}>
        <VerdictView />
      </SteeringContext>,
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
  mounted(<VerdictCard />, events);
  expect(screen.getByRole("img", { name: /^79\.8.%.*80\.0.%/ })).toBeTruthy();
});

test("how firm it is, in plain sentences from the tally's numbers", () => {
  const state = stateOf(golden("peer-review-full"));
  const said = strengthOf(state.findings, looksOf(state)).join(" ");
  expect(said).toBe("ada and cyn tie at the top, by median rank.");
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
  mounted(<VerdictCard />, eventsOf("0.1.0-peer-review-own-degraded.jsonl"));
  expect(screen.getByText(String(fact))).toBeTruthy();
});

test("a ranking everybody agrees on says so, and one that lacks a ballot never does", () => {
  const state = stateOf(eventsOf("0.1.0-peer-review-own.jsonl"));
  const made = latest(state.findings, "standing");
  const all = (asked: number): string => {
    const [first, ...others] = made?.places ?? [];
    const places = [{ ...first, seat: "seat-a", first_by_others: 3, first_by_itself: true }, ...others];
    const finding = { ...made, winner: "seat-a", clear: false, k_replaced: 2, asked, places } as typeof made;
    const findings = state.findings.map((each) => (each.finding.type === "standing" ? { ...each, finding } : each));
    return outcomeOf({ ...state, findings } as typeof state).word;
  };
  expect(all(4)).toBe("Unanimous");
  expect(all(5)).toBe("First by the ballots");
});

test("claims that missing opinions could move are told, and of them nothing is told that sounds firm", () => {
  const state = stateOf(golden("claim-vote"));
  const made = latest(state.findings, "tiers");
  const said = (...ks: (number | null)[]): string => {
    const claims = ks.map((k) => ({ ...made?.claims[0], k }));
    const findings = state.findings.map((each) =>
      each.finding.type === "tiers" ? { ...each, finding: { ...made, claims } as typeof made } : each,
    );
    return strengthOf(findings as typeof state.findings, looksOf(state)).join(" ");
  };
  const open = "could stand in another tier with the opinions that are missing";
  expect(said(2, null)).toBe("No claim's tier hangs on a single ballot.");
  expect(said(0, 2)).toBe(`One of 2 claims ${open}. The tier of no other claim hangs on a single ballot.`);
  expect(said(0, 1)).toContain("One of 2 claims hangs on a single ballot");
  expect(said(0)).toBe(`The one claim ${open}.`);
  expect(said(0, 0)).toBe(`All 2 claims ${open}.`);
});

test("the verdict as Markdown holds the question, the answer and what speaks against it", () => {
  const state = stateOf(golden("consensus"));
  const text = verdictMarkdown(state, looksOf(state));
  expect(text.startsWith(`# ${state.question.text}`)).toBe(true);
  expect(text).toContain(state.verdict?.text?.slice(0, 60));
  expect(text).toContain("86\u00a0% confidence");
  expect(text).toContain(state.digest);
});

test("keys lead inside the table only", () => {
  expect(moved({ row: 0, column: 0 }, "ArrowUp", 3, 3, false)).toEqual({ row: 0, column: 0 });
  expect(moved({ row: 2, column: 1 }, "End", 3, 3, false)).toEqual({ row: 2, column: 2 });
  expect(moved({ row: 2, column: 1 }, "Home", 3, 3, true)).toEqual({ row: 0, column: 0 });
  expect(moved({ row: 2, column: 1 }, "x", 3, 3, false)).toBeNull();
});
