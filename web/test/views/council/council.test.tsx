// Does the council view show every state of every protocol, name nobody before the reveal, and take keys and picks?
import { fireEvent, render, screen, within } from "@testing-library/react";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import CouncilView from "@/views/council/CouncilView";
import { failedKeys, Notices, Over } from "@/views/council/Notices";
import { liveTab, tabsOf } from "@/views/council/tabs";
import { SessionContext } from "@/hooks/session";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import type { Logged } from "@/playback/log";
import type { MoveView } from "@/wire/types";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";

beforeAll(async () => {
  // What is lazy on a page is there at once in a test.
  await import("@/markdown/Rendered");
});
beforeEach(() => {
  history.replaceState(null, "", "/s/x/council");
});

function playing(events: readonly Logged[], count = events.length): Player {
  const player = new Player();
  player.open(recorded(events));
  player.seekCount(count);
  return player;
}

const shown = (player: Player, view = <CouncilView />) =>
  render(<SessionContext value={player}>{view}</SessionContext>);

const upTo = (events: readonly Logged[], key: string): number => events.findIndex((event) => event.key === key) + 1;

describe.each(TRANSCRIPTS)("%s", (name) => {
  const events = eventsOf(name);

  test("every tab can be opened at every stage", () => {
    const stops = events.flatMap((event, at) => (event.kind === "StageEntered" ? [at + 2] : []));
    for (const count of [1, ...stops, events.length]) {
      const player = playing(events, count);
      for (const tab of tabsOf(player.moment().state)) {
        history.replaceState(null, "", `/s/x/council?tab=${tab.id}`);
        const { container, unmount } = shown(player);
        expect(container.textContent).not.toMatch(/undefined|NaN|\[object/);
        expect(screen.getAllByRole("tab", { selected: true })[0]?.textContent).toContain(tab.title);
        unmount();
      }
    }
  });
});

test("it follows the live stage until the reader picks a tab, and again when asked", () => {
  const events = golden("debate");
  const player = playing(events, upTo(events, "stage:review"));
  shown(player);
  const selected = (): string => screen.getAllByRole("tab", { selected: true })[0]?.textContent ?? "";
  expect(selected()).toContain("Peer review");
  fireEvent.click(screen.getByRole("tab", { name: /Answers/ }));
  expect(selected()).toContain("Answers");
  expect(location.search).toContain("tab=opinions");
  fireEvent.click(screen.getByRole("button", { name: /Follow/ }));
  expect(selected()).toContain("Peer review");
  expect(location.search).toBe("");
});

test("a stage that a session left out has no tab; a session that ended shows what was answered", () => {
  const state = playing(golden("consensus")).moment().state;
  const tabs = tabsOf(state);
  expect(tabs.map(({ id }) => id)).toEqual(["rounds", "verdict"]);
  expect(tabs[0]?.count).toBe(2);
  expect(liveTab(state, tabs)?.id).toBe("rounds");
});

test("answers one at a time: arrows go from member to member", () => {
  const events = golden("peer-review-full");
  history.replaceState(null, "", "/s/x/council?tab=opinions");
  shown(playing(events));
  expect(screen.getAllByRole("article")).toHaveLength(4);
  fireEvent.click(screen.getByRole("button", { name: "One at a time" }));
  expect(screen.getAllByRole("article")).toHaveLength(1);
  const bar = screen.getByRole("tablist", { name: "Members" });
  fireEvent.keyDown(bar, { key: "ArrowRight" });
  expect(location.search).toContain("m=seat-b");
  expect(within(screen.getByRole("article")).getByRole("heading").textContent).toBe("bo");
  fireEvent.keyDown(bar, { key: "ArrowLeft" });
  expect(within(screen.getByRole("article")).getByRole("heading").textContent).toBe("ada");
});

test("a member that failed keeps its card: how, after how many tries, why, and what goes on without it", () => {
  history.replaceState(null, "", "/s/x/council?tab=opinions");
  const events = eventsOf("0.1.0-peer-review-degraded.jsonl");
  shown(playing(events));
  const card = screen.getByRole("heading", { name: "failing" }).closest("article");
  expect(card?.textContent).toMatch(/after 4 tries/);
  expect(card?.textContent).toContain("went on without it");
  expect(within(card as HTMLElement).queryByRole("button", { name: /Ask again/ })).toBeNull(); // it can only be read here
});

test("names stand in bold where letters were", () => {
  const events = golden("peer-review-full");
  history.replaceState(null, "", "/s/x/council?tab=review&m=seat-a");
  shown(playing(events));
  const form = screen.getByLabelText("The statement as it was written");
  expect([...form.querySelectorAll("b")].map((b) => b.textContent)).toContain("cyn");
  expect(screen.getByText(/read from the form/)).toBeTruthy();
});

test("a ballot that could not be read is shown and said not to be counted", () => {
  history.replaceState(null, "", "/s/x/council?tab=review&m=seat-e");
  shown(playing(eventsOf("0.1.0-peer-review-degraded.jsonl")));
  expect(screen.getByText("Could not be read: shown, not counted.")).toBeTruthy();
});

function ended(events: readonly Logged[], body: object): Logged[] {
  const last = events.at(-1);
  if (last === undefined) throw new Error("no events");
  const stop = { ...last, seq: last.seq + 1, key: "stopped.1", kind: "SessionStopped", version: 1, body };
  return [...events, stop as Logged];
}

test("a session that stopped says where, and how it goes on", () => {
  const events = golden("debate");
  const before = events.slice(0, upTo(events, "stage:rebuttals"));
  const body = { outcome: "out_of_budget", reason: "budget", message: "The cap is reached.", remedy: "Raise it." };
  shown(playing(ended(before, body)), <Over />);
  const over = screen.getByRole("status", { name: "How it goes on" });
  expect(over.textContent).toMatch(/Stopped at rebuttals.*Raise it/);
});

test("when nobody could answer the causes stand together, with the way to the settings", () => {
  const events = golden("peer-review-degraded");
  const opened = events.slice(0, 2);
  const failure = events.find((event) => event.key === "opinions/seat-d");
  const failed = ["a", "b", "c", "d", "e"].map((seat, at) => ({
    ...(failure as Logged),
    seq: at + 3,
    key: `opinions/seat-${seat}`,
    body: { ...(failure as { body: object }).body, seat: `seat-${seat}`, error: at > 2 ? "auth" : "network" },
  })) as Logged[];
  const body = { outcome: "failed", reason: "quorum", message: "Nobody answered.", remedy: "Check the keys." };
  shown(playing(ended([...opened, ...failed], body)), <Over />);
  const card = screen.getByRole("alert", { name: "Nobody could answer" });
  expect(card.textContent).toContain("the key was refused");
  expect(card.textContent).toContain("the network failed");
  expect(within(card).getByRole("link").getAttribute("href")).toBe("/settings/endpoints");
});

/** The chair and whoever stands in for it, as far as they failed. */
function chairs(...failed: string[]): Logged[] {
  const events = golden("peer-review-full");
  const before = events.slice(0, upTo(events, "synthesis/chair~1") - 1);
  const failure = golden("peer-review-degraded").find((event) => event.key === "opinions/seat-d") as Logged;
  const moves = failed.map((seat, at) => ({
    ...failure,
    seq: before.length + at + 1,
    key: `synthesis/${seat}`,
    body: { ...(failure as { body: object }).body, seat },
  }));
  return [...before, ...(moves as Logged[])];
}

test("a chair that failed is not nobody: others stand in for it", () => {
  const { state } = playing(chairs("chair")).moment();
  expect(state.entered.at(-1)).toBe("synthesis");
  expect(failedKeys(state)).toBe("");
  const verdict = playing(golden("peer-review-full")).moment().state.verdict;
  expect(failedKeys({ ...state, status: "verdict", verdict })).toBe("");
  // When the session fails for want of them, they are all named.
  expect(failedKeys({ ...state, status: "failed" })).toBe("synthesis/chair");
});

test("a stand-in that answers counts, and one member that fails alone is not everybody", () => {
  const { state } = playing(chairs("chair", "stand-in-1")).moment();
  const moves = { ...state.moves };
  moves["synthesis/stand-in-1"] = { ...(moves["synthesis/stand-in-1"] as MoveView), state: "spoke" };
  expect(failedKeys({ ...state, moves, status: "failed" })).toBe("");
  const debate = playing(golden("debate"), 2).moment().state;
  const proposed = { ...(moves["synthesis/chair"] as MoveView), key: "topic/seat-a", stage: "topic", seat: "seat-a" };
  expect(failedKeys({ ...debate, entered: ["topic"], moves: { "topic/seat-a": proposed } })).toBe("");
});

test("a person who is asked is told of, and answers where the session is held", () => {
  const events = golden("peer-review-full");
  const [opened, ...rest] = events.slice(0, 4) as [Logged, ...Logged[]];
  const first = structuredClone(opened) as { body: { roster: { seats: { id: string; person: boolean }[] } } };
  for (const seat of first.body.roster.seats) seat.person = seat.id === "seat-a";
  shown(playing([first as unknown as Logged, ...rest]), <Notices />);
  const form = screen.getByRole("region", { name: /waits for a person/ });
  expect(form.textContent).toContain("answered where the session is held");
});
