// What does the theatre show of a debate, and what of it when it has to keep up? Marks that roll, a crown, what is said to
// somebody who is far behind, and what is offered in the end.
import "@/protocols/session";
import "@/protocols/theatre";
import { act, cleanup, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { SessionContext } from "@/hooks/session";
import { SteeringContext } from "@/hooks/steering";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import TheatreView from "@/views/theatre/TheatreView";
import { Timeline } from "@/views/timeline/Timeline";
import { OFFERED_AFTER } from "@/views/theatre/show/Next";
import { golden } from "../../golden";
import { around } from "../../mounted";
import { held } from "../../playback/hands";

beforeEach(async () => {
  await import("@/views/theatre/show/Next");
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance", "Date"],
  });
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const passing = (ms: number): void => {
  act(() => {
    vi.advanceTimersByTime(ms);
  });
};

function watched(player: Player, id: string | null = null) {
  const steering = { id, base: "/s/x" };
  const page = render(
    around(
      <SteeringContext value={steering}>
        <SessionContext value={player}>
          <TheatreView />
          <Timeline />
        </SessionContext>
      </SteeringContext>,
    ),
  );
  passing(40);
  return page;
}

/** The card in the middle, so many milliseconds into the nth beat that is shown so. */
function card(player: Player, as: string, on: number, nth = 0): HTMLElement {
  const beat = player.show.beats.filter((each) => each.as === as)[nth];
  act(() => {
    player.seek((beat?.from ?? 0) + on);
    vi.advanceTimersByTime(40);
  });
  const found = document.querySelector<HTMLElement>(`[data-as="${as}"] article`);
  if (found === null) throw new Error(`Nothing is shown as ${as}.`);
  return found;
}

function replayed(): Player {
  const player = new Player();
  player.open(recorded(golden("debate")));
  return player;
}

test("marks roll from what they were to what they have become, with what they gained or lost beside them", () => {
  const player = replayed();
  watched(player);
  const board = player.log.events.findLast(({ key }) => key === "rebuttals/scoreboard")?.body;
  const { places } = (board as { finding: { places: { mean: number; first_mean: number; rebutted: boolean }[] } })
    .finding;
  const of = (on: number) => [...card(player, "rolling", on).querySelectorAll("li")];
  const figures = (row: Element) => Number(row.querySelector("strong")?.textContent);
  const [began, half, ended] = [of(0).map(figures), of(1000).map(figures), of(2400).map(figures)];
  const rows = of(2400);
  const moved = places.filter(({ rebutted }) => rebutted);
  expect(moved.length).toBe(rows.length);
  expect(moved.some(({ mean, first_mean }) => mean !== first_mean)).toBe(true);
  moved.forEach(({ mean, first_mean }, at) => {
    expect(began[at]).toBeCloseTo(first_mean, 1);
    expect(ended[at]).toBeCloseTo(mean, 1);
    expect(Math.abs((half[at] ?? 0) - first_mean)).toBeLessThanOrEqual(Math.abs(mean - first_mean) + 0.1);
    const says = rows[at]?.querySelector("em")?.textContent ?? "";
    expect(says[0]).toBe(mean > first_mean ? "+" : mean < first_mean ? "−" : "±");
    expect(Number(says.slice(1))).toBeCloseTo(Math.abs(mean - first_mean), 1);
  });
  player.dispose();
});

test("the winner alone is crowned, from its curtain call on", () => {
  const player = replayed();
  watched(player);
  card(player, "rolling", 100);
  expect(document.querySelectorAll("[data-crown]").length).toBe(0);
  const curtain = card(player, "curtain", 500);
  const winner = curtain.dataset["curtain"] ?? "";
  const crowned = [...document.querySelectorAll("[data-crown]")].map(
    (crown) => crown.closest<HTMLElement>("[data-seat]")?.dataset["seat"] ?? winner,
  );
  expect(new Set(crowned)).toEqual(new Set([winner]));
  // A figure alone does not say whether more of it is better.
  expect(curtain.textContent).toContain("higher is better");
  player.dispose();
});

test("who answers its critics is said to, and not only to speak", () => {
  const player = replayed();
  watched(player);
  const spoken = player.show.beats.filter(({ as }) => as === "floor");
  const said = spoken.map((_, nth) => {
    card(player, "floor", 300, nth);
    return document.querySelector("[data-caption]")?.textContent ?? "";
  });
  const critics = spoken.map(({ key }) => key.startsWith("rebuttals/"));
  expect(critics).toContain(true);
  expect(critics).toContain(false);
  expect(said.map((line) => line.endsWith("answers its critics."))).toEqual(critics);
  expect(said.map((line) => line.endsWith("speaks."))).toEqual(critics.map((one) => !one));
  player.dispose();
});

test("another debate is offered eight seconds after the end, where somebody may start one", () => {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ records: null })));
  for (const id of ["x", null]) {
    const player = replayed();
    watched(player, id);
    act(() => {
      player.toHead();
      vi.advanceTimersByTime(OFFERED_AFTER - 100);
    });
    expect(screen.queryByRole("region", { name: "Next debate" })).toBeNull();
    passing(200);
    expect(screen.queryByRole("region", { name: "Next debate" }) !== null).toBe(id !== null);
    player.dispose();
    cleanup();
  }
});

test("who is led far behind what happens is told so, and is there by a press", () => {
  const events = golden("debate");
  const [player, hand] = [new Player(), held()];
  player.direct(true);
  hand.open(player);
  vi.setSystemTime(Date.parse(events[0]?.at ?? ""));
  hand.sink().connection("live");
  hand.sink().events(events.slice(0, 3));
  watched(player);
  hand.sink().events(events.slice(0, -1));
  passing(200);
  expect(player.transport()).toMatchObject({ atHead: true, behind: true });
  expect(document.querySelector("[data-lagging]")).toBeNull();
  const live = screen.getByRole("button", { name: /^Live/ });
  expect(live.getAttribute("aria-pressed")).toBe("true");
  expect(live.textContent).toMatch(/^Live −\d+:\d\d$/);
  vi.setSystemTime(Date.now() + 22_000);
  passing(40);
  expect(document.querySelector("[data-lagging]")?.textContent).toMatch(/^\d+ seconds behind: what is shown/);
  expect(live.textContent).toBe("Live");
  act(() => {
    document.querySelector<HTMLElement>("[data-lagging] button")?.click();
  });
  passing(40);
  expect(player.transport()).toMatchObject({ atHead: true, behind: false });
  expect(document.querySelector("[data-lagging]")).toBeNull();
  player.dispose();
});
