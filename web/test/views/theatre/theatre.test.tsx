// Does the theatre show every moment of every protocol, hide who is who while answers are judged, and obey the keyboard?
import { cleanup, fireEvent, render, screen, within } from "@testing-library/react";
import { act } from "react";
import { beforeEach, describe, expect, test, vi } from "vitest";
import { prefer } from "@/hooks/preferences";
import { SessionContext } from "@/hooks/session";
import { Player } from "@/playback/player";
import type { Source } from "@/playback/source";
import type { Event } from "@/wire/types";
import { isMasked, sceneOf } from "@/views/theatre/moment/scenes";
import { Tray } from "@/views/theatre/arena/Tray";
import TheatreView from "@/views/theatre/TheatreView";
import { eventsOf, golden, TRANSCRIPTS } from "../../golden";

const kept =
  (events: Parameters<Parameters<Source>[0]["events"]>[0]): Source =>
  (sink) => {
    sink.events(events);
    sink.connection("stored");
    sink.ended();
    return () => undefined;
  };

function opened(events: Parameters<typeof kept>[0]): Player {
  const player = new Player();
  player.open(kept(events));
  drawn();
  player.seekCount(events.length);
  drawn();
  return player;
}

const shown = (player: Player) =>
  render(
    <SessionContext value={player}>
      <TheatreView />
    </SessionContext>,
  );

const at = (player: Player, kind: Event["kind"], key: string): number =>
  player.log.events.findIndex((event) => event.kind === kind && event.key === key) + 1;

/** Frames are drawn when a test says so. */
const frames: FrameRequestCallback[] = [];
vi.stubGlobal("requestAnimationFrame", (frame: FrameRequestCallback) => frames.push(frame));
vi.stubGlobal("cancelAnimationFrame", () => undefined);
const drawn = (): void => {
  for (const frame of frames.splice(0)) frame(performance.now());
};

const goTo = (player: Player, count: number): void => {
  act(() => {
    player.seekCount(count);
    drawn();
    drawn();
  });
};

beforeEach(() => {
  frames.length = 0;
  prefer({ textOnly: false });
});

describe.each(TRANSCRIPTS)("%s", (name) => {
  test("every moment can be shown, after any other, and masks show no hue", () => {
    const events = eventsOf(name);
    const player = opened(events);
    const { container } = shown(player);
    const names = player.log.head.seats.map(({ model }) => model.split("/").at(-1) ?? "");
    const told = new RegExp(`\\b(${names.join("|")})\\b`);
    for (let count = 1; count <= events.length; count += 1) {
      if (events[count - 1]?.kind === "SheetDealt" || events[count - 1]?.kind === "SeatAsked") continue;
      goTo(player, count);
      const { state } = player.moment();
      expect(container.querySelector("[data-scene]")?.getAttribute("data-scene")).toBe(sceneOf(state));
      expect(screen.getByRole("list", { name: "Seats" }).children.length).toBeGreaterThanOrEqual(state.seats.length);
      if (!isMasked(state)) continue;
      const arena = container.querySelector("[data-scene]")?.outerHTML ?? "";
      expect(arena, `after event ${String(count)}`).toMatch(told);
      for (const hue of arena.matchAll(/--hue: (\d+)/g)) expect(hue[1]).toBe("0");
    }
  });

  test("as text it is all there too", () => {
    prefer({ textOnly: true });
    const events = eventsOf(name);
    const player = opened(events);
    shown(player);
    for (const share of [0.1, 0.3, 0.5, 0.8, 1]) {
      goTo(player, Math.ceil(events.length * share));
      expect(screen.getByRole("log").textContent).not.toBe("");
    }
  });
});

test("a debate: marks turn over, the lowest stand in the light, sides are said, the chair concludes", () => {
  const player = opened(golden("debate"));
  const { container } = shown(player);
  goTo(player, at(player, "StageEntered", "stage:rebuttals"));
  expect(screen.getAllByRole("img", { name: /^from ada: \d+ of 10/ })).toHaveLength(3);
  goTo(player, at(player, "SeatSpoke", "rebuttals/seat-a"));
  expect([...container.querySelectorAll('[data-light="lit"]')]).toHaveLength(1);
  expect(container.querySelector('[data-floor="seat-a"]')).not.toBeNull();
  goTo(player, at(player, "SheetDealt", "rebuttals/seat-a#again:sheet"));
  expect([...container.querySelectorAll('[data-light="lit"]')]).toHaveLength(2);
  goTo(player, at(player, "FindingMade", "alliances/alliances"));
  const knot = screen.getAllByRole("button", { name: /: why$/ })[0];
  if (knot === undefined) throw new Error("no knot");
  fireEvent.click(knot);
  expect(knot.getAttribute("aria-expanded")).toBe("true");
  expect(screen.getAllByRole("status").some((place) => /agree/.test(place.textContent))).toBe(true);
  goTo(player, player.log.length);
  expect(screen.getByRole("heading", { name: /The verdict/ })).toBeTruthy();
  expect(screen.getAllByRole("img", { name: /^Comeback King/ }).length).toBe(1);
  expect(screen.getByRole("button", { name: /Replay/ })).toBeTruthy();
});

test("a vote on claims: the ballot lies in the middle with a chip for each vote", () => {
  const player = opened(golden("claim-vote"));
  shown(player);
  goTo(player, at(player, "FindingMade", "claims/claim-list"));
  expect(screen.getAllByRole("img", { name: /has not voted/ }).length).toBeGreaterThan(40);
  goTo(player, at(player, "FindingMade", "votes/tiers"));
  expect(screen.queryAllByRole("img", { name: /has not voted/ })).toHaveLength(0);
  expect(screen.getAllByText("contested").length).toBeGreaterThan(0);
});

test("a consensus: each round is measured against what is enough", () => {
  const player = opened(golden("consensus"));
  shown(player);
  goTo(player, at(player, "StageEntered", "stage:round.2"));
  expect(within(screen.getByRole("list", { name: /is enough/ })).getByText(/^69.%$/)).toBeTruthy();
});

test("an adjudication: who disputes whom is said, and answers are judged behind masks", () => {
  const player = opened(golden("adjudication"));
  shown(player);
  goTo(player, at(player, "FindingMade", "rebuttal/rebuttals-made"));
  expect(screen.getAllByRole("button", { name: /disputes the answer of/ }).length).toBeGreaterThan(2);
  goTo(player, at(player, "FindingMade", "adjudication/axis-scores"));
  expect(screen.getAllByRole("img", { name: /from .*: commitment: 4 of 5/ }).length).toBeGreaterThan(0);
  const masked = (): boolean => document.querySelector("[data-masked=true]") !== null;
  expect(masked()).toBe(true);
  goTo(player, at(player, "FindingMade", "adjudication/reply-scores"));
  expect(masked()).toBe(false);
});

test("a seat that fails says why and at which attempt, and is an empty chair afterwards", () => {
  const player = opened(golden("peer-review-degraded"));
  const { container } = shown(player);
  goTo(player, at(player, "SeatFailed", "opinions/seat-d~1!"));
  expect(container.textContent).toMatch(/It could not be reached. It is tried again./);
  goTo(player, at(player, "SeatAsked", "opinions/seat-d~2"));
  expect(container.textContent).toMatch(/Trying again, attempt 2/);
  goTo(player, at(player, "SeatFailed", "opinions/seat-d"));
  expect(container.querySelector('[data-presence="failed"]')).not.toBeNull();
  goTo(player, at(player, "VerdictReached", "verdict"));
  expect(container.querySelector('[data-presence="left"]')).not.toBeNull();
  expect(screen.getByText("degraded")).toBeTruthy();
});

test("where there is no room beside the seats, the card of one that fails or is asked again says so", () => {
  const player = opened(golden("peer-review-degraded"));
  const { container } = render(
    <SessionContext value={player}>
      <Tray box={{ x: 0, y: 0, width: 300, height: 120 }} onOpen={() => undefined} />
    </SessionContext>,
  );
  const card = (): string => container.querySelector('[data-seat="seat-d"]')?.textContent ?? "";
  goTo(player, at(player, "SeatFailed", "opinions/seat-d~1!"));
  expect(card()).toMatch(/It could not be reached\. It is tried again.*, try 2\./);
  goTo(player, at(player, "SeatAsked", "opinions/seat-d~2"));
  expect(card()).toContain("Trying again, attempt 2.");
  goTo(player, at(player, "SeatFailed", "opinions/seat-d"));
  expect(card()).toMatch(/It could not be reached\. ./);
});

test("a seat opens a drawer with its words; Escape closes it and gives the focus back", () => {
  const player = opened(golden("debate"));
  shown(player);
  goTo(player, at(player, "StageEntered", "stage:review") - 1);
  const seats = screen.getByRole("list", { name: "Seats" });
  const face = within(seats).getAllByRole("button")[0];
  if (face === undefined) throw new Error("no face");
  face.focus();
  fireEvent.click(face);
  const drawer = screen.getByRole("dialog");
  expect(drawer.textContent).toMatch(/ada/);
  expect(drawer.contains(document.activeElement)).toBe(true);
  fireEvent.keyDown(drawer, { key: "Escape" });
  expect(screen.queryByRole("dialog")).toBeNull();
  expect(document.activeElement).toBe(face);
});

test("a verdict that is withheld is a seal with its reason", () => {
  const events = golden("debate").map((event) => {
    if (event.kind !== "VerdictReached" || "foreign" in event) return event;
    const verdict = { ...event.body.verdict, outcome: "inconclusive" as const, text: null, reason: "Too few ballots." };
    return { ...event, body: { ...event.body, verdict } };
  });
  shown(opened(events));
  expect(screen.getByRole("heading", { name: "The council withholds its verdict" })).toBeTruthy();
  expect(screen.getByText("Too few ballots.")).toBeTruthy();
  cleanup();
});

test("fewer than 1,200 elements with five seats or fewer, at any moment", () => {
  const player = opened(golden("debate"));
  const { container } = shown(player);
  for (let count = 1; count <= player.log.length; count += 5) {
    goTo(player, count);
    expect(container.querySelectorAll("*").length).toBeLessThan(1200);
  }
});
