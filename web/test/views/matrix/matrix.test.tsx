// Does the matrix show what was judged, at every moment, by keyboard too, and nobody's name while they judge blind?
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import Ballots from "@/views/matrix/Ballots";
import type { Logged } from "@/playback/log";
import type { EventOf } from "@/wire/types";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";
import { after, mounted } from "../../mounted";

const NAMES = /\b(ada|bo|cyn|dov|eli|rehearsal)\b/i;

test.each(TRANSCRIPTS)("%s: the matrix can be drawn at every moment", (name) => {
  const events = eventsOf(name);
  const view = mounted(<Ballots />, events, 1);
  for (let count = 1; count <= events.length; count += 3) {
    view.at(count);
    const [table] = screen.queryAllByRole("grid");
    const says = view.container.textContent;
    expect(says).not.toMatch(/undefined|NaN|\[object/);
    // Either a table with a row for all that is judged, or nothing.
    if (table === undefined) expect(says).toBe("");
    else expect(within(table).getAllByRole("rowheader").length).toBeGreaterThanOrEqual(4);
  }
});

test.each(["debate", "peer-review-full", "claim-vote"])(
  "%s: nobody is named while answers are judged blind",
  (name) => {
    const events = golden(name);
    const begun = after(events, (event) => event.key === "stage:review");
    const shown = after(events, (event) => event.kind === "FindingMade" && event.key.startsWith("review/"));
    const view = mounted(<Ballots />, events, begun);
    for (let count = begun; count < shown; count++) {
      view.at(count);
      expect(view.container.outerHTML).not.toMatch(NAMES);
    }
    view.at(events.length);
    expect(view.container.outerHTML).toMatch(NAMES);
  },
);

test("before the claims nothing stands here; votes come in; the tally closes it", () => {
  const events = golden("claim-vote");
  const listed = after(events, (event) => event.key === "claims/claim-list");
  const voted = after(events, (event) => event.key === "votes/seat-a:ballot");
  const view = mounted(<Ballots />, events, 3);
  expect(view.container.textContent).toBe("");
  view.at(listed);
  expect(screen.getByText(/are put to the vote; 0 of 4 members have voted/)).toBeTruthy();
  expect(screen.getAllByText("pending").length).toBe(11);
  view.at(voted);
  expect(screen.getByText(/1 of 4 members have voted/)).toBeTruthy();
  expect(screen.getAllByRole("gridcell", { name: /^bo has not voted yet/ }).length).toBe(11);
  view.at(events.length);
  expect(
    screen.getByText("3 of 11 claims have high agreement; 2 are medium; 5 are contested; 1 is rejected."),
  ).toBeTruthy();
  expect(screen.queryByText("pending")).toBeNull();
});

test("one cell has the tab stop; arrows, Home and End move it, and its reason is told", () => {
  mounted(<Ballots />, golden("claim-vote"));
  const cells = screen.getAllByRole("gridcell").filter((cell) => cell.dataset["spot"] !== undefined);
  expect(cells.filter((cell) => cell.tabIndex === 0).length).toBe(1);
  const spot = (at: string): HTMLElement => cells.find((cell) => cell.dataset["spot"] === at) as HTMLElement;
  spot("0.0").focus();
  fireEvent.keyDown(spot("0.0"), { key: "ArrowRight" });
  expect(document.activeElement).toBe(spot("0.1"));
  fireEvent.keyDown(spot("0.1"), { key: "ArrowDown" });
  fireEvent.keyDown(spot("1.1"), { key: "End" });
  expect(document.activeElement).toBe(spot("1.3"));
  fireEvent.keyDown(spot("1.3"), { key: "Home", ctrlKey: true });
  expect(document.activeElement).toBe(spot("0.0"));
  expect(cells.filter((cell) => cell.tabIndex === 0)).toEqual([spot("0.0")]);
  expect(document.querySelector("[aria-live]")?.textContent).toMatch(/^ada .*confidence \d+\/10/);
});

test("a claim opens to every reason and the passages it rests on; the address can name it", () => {
  mounted(<Ballots />, golden("claim-vote"), undefined, "/?claim=3");
  expect(screen.getByText("Why they voted so")).toBeTruthy();
  expect(screen.getByText("What it rests on")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { expanded: true }));
  expect(screen.queryByText("Why they voted so")).toBeNull();
});

test("claims are put in order by the tally's numbers and chosen by kind", () => {
  mounted(<Ballots />, golden("claim-vote"));
  const claims = (): string[] => screen.getAllByRole("rowheader").map((row) => row.textContent);
  const before = claims();
  fireEvent.change(screen.getByLabelText("Order"), { target: { value: "tier" } });
  const tiers = [...document.querySelectorAll<HTMLElement>("[data-tier]")].map((cell) => cell.dataset["tier"]);
  expect(tiers.filter((tier) => tier === "HIGH").length).toBe(3);
  expect(tiers.slice(0, 3)).toEqual(["HIGH", "HIGH", "HIGH"]);
  expect(tiers.at(-1)).toBe("REJECTED");
  fireEvent.change(screen.getByLabelText("Order"), { target: { value: "extracted" } });
  expect(claims()).toEqual(before);
  fireEvent.change(screen.getByLabelText("Kind"), { target: { value: "risk" } });
  expect(claims().every((claim) => claim.startsWith("Risk"))).toBe(true);
});

test.each([
  ["debate", "Who gave whom how much"],
  ["peer-review-full", "Who ranked whom"],
  ["adjudication", "Scores by axis"],
  ["consensus", "The arbiter's order, round by round"],
])("%s: the table is %s, with the finding's own numbers at the ends", (name, title) => {
  mounted(<Ballots />, golden(name));
  const grid = screen.getByRole("grid", { name: title });
  expect(within(grid).getAllByRole("rowheader").length).toBe(4);
  fireEvent.click(screen.getAllByRole("button", { expanded: false })[0] as HTMLElement);
  expect(screen.getAllByRole("button", { expanded: true }).length).toBe(1);
});

/** The session up to its first ballot, which could not be read. */
function spoiled(name: string): Logged[] {
  const events = golden(name);
  const at = events.findIndex((event) => event.kind === "BallotRead");
  const read = events[at] as EventOf<"BallotRead">;
  const body = { reader: read.body.reader, why: "It names ada.", statement: read.body.statement };
  return [...events.slice(0, at), { ...read, kind: "BallotSpoiled", body } as unknown as Logged];
}

test.each(["debate", "claim-vote", "adjudication", "consensus"])(
  "%s: a ballot that cannot be read makes no table of rankings",
  (name) => {
    const view = mounted(<Ballots />, spoiled(name));
    expect(screen.queryByRole("grid")).toBeNull();
    expect(view.container.textContent).toBe("");
  },
);

test("a spoiled ballot stands beside the marks of a debate that were read", () => {
  const events = golden("debate");
  const first = spoiled("debate");
  mounted(<Ballots />, [...first, ...events.slice(first.length)]);
  expect(screen.getByRole("grid", { name: "Who gave whom how much" })).toBeTruthy();
});

test.each(["debate", "peer-review-full"])("%s: behind masks no letter is tied to a judgement", (name) => {
  const events = golden(name);
  const first = after(events, (event) => event.kind === "BallotRead");
  const view = mounted(<Ballots />, events, first);
  const heads = screen.getAllByRole("columnheader").map((head) => head.textContent);
  expect(heads.slice(1, 5)).toEqual(["Reviewer 1", "Reviewer 2", "Reviewer 3", "Reviewer 4"]);
  expect(view.container.outerHTML).not.toMatch(/Response [A-D] (gave|put|wrote|holds)/);
  view.at(events.length);
  expect(screen.queryByText("Reviewer 1")).toBeNull();
});

test("behind masks the reason why a ballot could not be read is left out", () => {
  const events = golden("peer-review-degraded");
  const at = events.findIndex((event) => event.kind === "BallotSpoiled");
  const told = events.map((event, place) =>
    place === at ? ({ ...event, body: { ...(event.body as object), why: "It names ada." } } as Logged) : event,
  );
  const read = told.findIndex((event, place) => place > at && event.kind === "BallotRead");
  const view = mounted(<Ballots />, told, Math.max(at, read) + 1);
  expect(screen.getByText("A ballot could not be read. It is not counted.")).toBeTruthy();
  expect(view.container.outerHTML).not.toContain("It names ada.");
  view.at(events.length);
  expect(view.container.textContent).toContain("It names ada.");
});

test("a passage leads to the answer it was taken from, on its tab", () => {
  mounted(<Ballots />, golden("claim-vote"), undefined, "/?claim=1");
  const links = within(screen.getByText("What it rests on").parentElement as HTMLElement).getAllByRole("link");
  for (const link of links) expect(link.getAttribute("href")).toMatch(/transcript\?tab=opinions&m=seat-[a-d]$/);
});

test("a vote that could not be read, an abstention and an odd confidence are told where they stand", () => {
  const events = golden("claim-vote").map((event): Logged => {
    if (event.kind !== "BallotRead" || !event.key.startsWith("votes/seat-b")) return event;
    const { body } = event as EventOf<"BallotRead">;
    if (body.ballot.type !== "claim-votes") return event;
    const kept = Object.entries(body.ballot.votes).filter(([claim]) => claim !== "claim-02");
    const odd = { level: "abstain" as const, confidence: null, stated: "high" };
    const votes = Object.fromEntries(
      kept.map(([claim, vote]) => [claim, claim === "claim-01" ? { ...vote, ...odd } : vote]),
    );
    const unread = { "claim-02": "its level is none of those asked for" };
    return { ...event, body: { ...body, ballot: { ...body.ballot, votes, unread } } };
  });
  mounted(<Ballots />, events, events.length);
  expect(
    screen.getByLabelText(/voted, but its vote here could not be read: its level is none of those asked for/),
  ).toBeTruthy();
  expect(screen.getByLabelText(/abstains, confidence not read from “high”/)).toBeTruthy();
});
