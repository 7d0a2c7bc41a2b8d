// What was judged is shown at every moment, with the members' names.
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import Ballots from "@/views/verdict/Ballots";
import type { Logged } from "@/playback/log";
import type { EventOf } from "@/wire/types";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";
import { after, mounted } from "../../mounted";

const LABELS = /Response [A-Z]\b|Reviewer \d/;
const NAMES = /\b(ada|bo|cyn|dov|eli|rehearsal|model-[a-e])\b/i;

test.each(TRANSCRIPTS)("%s: what was judged can be drawn at every moment", (name) => {
  const events = eventsOf(name);
  const view = mounted(<Ballots />, events, 1);
  for (let count = 1; count <= events.length; count += 3) {
    view.at(count);
    expect(view.container.textContent).not.toMatch(/undefined|NaN|\[object/);
  }
});

test.each(["debate", "peer-review-full", "claim-vote"])("%s: members are named while they judge", (name) => {
  const events = golden(name);
  const begun = after(events, (event) => event.key === "stage:review");
  const shown = after(events, (event) => event.kind === "FindingMade" && event.key.startsWith("review/"));
  const view = mounted(<Ballots />, events, begun);
  for (let count = begun; count < shown; count++) {
    view.at(count);
    expect(view.container.textContent).not.toMatch(LABELS);
  }
  view.at(events.length);
  expect(view.container.outerHTML).toMatch(NAMES);
});

test("before the claims nothing stands here; votes come in; the tally closes it", () => {
  const events = golden("claim-vote");
  const listed = after(events, (event) => event.key === "claims/claim-list");
  const voted = after(events, (event) => event.key === "votes/seat-a:ballot");
  const view = mounted(<Ballots />, events, 3);
  expect(view.container.textContent).toBe("");
  view.at(listed);
  expect(screen.getByText(/are put to the vote; 0 of 4 members have voted/)).toBeTruthy();
  expect(screen.getAllByText("pending").length).toBe(12);
  view.at(voted);
  expect(screen.getByText(/1 of 4 members have voted/)).toBeTruthy();
  expect(screen.getAllByRole("img", { name: /^model-b has not voted yet/ }).length).toBe(12);
  view.at(events.length);
  expect(
    screen.getByText("8 of 12 claims have high agreement; 1 is medium; 1 is contested; 2 are rejected."),
  ).toBeTruthy();
  expect(screen.queryByText("pending")).toBeNull();
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
  expect(tiers.filter((tier) => tier === "HIGH").length).toBe(8);
  expect(tiers.slice(0, 8).every((tier) => tier === "HIGH")).toBe(true);
  expect(tiers.at(-1)).toBe("REJECTED");
  fireEvent.change(screen.getByLabelText("Order"), { target: { value: "extracted" } });
  expect(claims()).toEqual(before);
  fireEvent.change(screen.getByLabelText("Kind"), { target: { value: "risk" } });
  expect(claims().every((claim) => claim.startsWith("Risk"))).toBe(true);
});

test.each([
  ["debate", "Who gave whom how much, 1 to 10"],
  ["peer-review-full", "Who ranked whom"],
  ["adjudication", "Scores on each axis, 1 to 5"],
])("%s: the table is %s, with a row for everybody", (name, title) => {
  mounted(<Ballots />, golden(name));
  const table = screen.getByRole("table", { name: title });
  expect(within(table).getAllByRole("rowheader").length).toBe(4);
});

test("the rounds of a consensus are shown", () => {
  mounted(<Ballots />, golden("consensus"));
  expect(screen.getByRole("heading", { name: "Rounds" })).toBeTruthy();
});

test("a ranking shows every reader's places and what it said", () => {
  mounted(<Ballots />, golden("peer-review-full"));
  const table = screen.getByRole("table", { name: "Who ranked whom" });
  const [first] = within(table).getAllByRole("row").slice(1);
  const cells = within(first as HTMLElement)
    .getAllByRole("cell")
    .map((cell) => cell.textContent);
  expect(cells.filter((cell) => cell === "own").length).toBe(1);
  expect(cells.filter((cell) => /^\d=?$/.test(cell)).length).toBeGreaterThan(1);
  expect(screen.getByText("What each reader said")).toBeTruthy();
});

test("a passage leads to the answer it was taken from, on its tab", () => {
  mounted(<Ballots />, golden("claim-vote"), undefined, "/?claim=1");
  const links = within(screen.getByText("What it rests on").parentElement as HTMLElement).getAllByRole("link");
  for (const link of links) expect(link.getAttribute("href")).toMatch(/transcript\?tab=opinions&m=seat-[a-d]$/);
});

test("a vote that could not be read and an abstention without a confidence are told where they stand", () => {
  const events = golden("claim-vote").map((event): Logged => {
    if (event.kind !== "BallotRead" || !event.key.startsWith("votes/seat-b")) return event;
    const { body } = event as EventOf<"BallotRead">;
    if (body.ballot.type !== "claim-votes") return event;
    const kept = Object.entries(body.ballot.votes).filter(([claim]) => claim !== "claim-02");
    const odd = { level: "abstain" as const, confidence: null };
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
  expect(screen.getByLabelText(/abstains, no confidence given/)).toBeTruthy();
});
