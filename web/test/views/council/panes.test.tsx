// Does a pane tell thinking from speaking, keep what is typed beside it, and say when a call is made again?
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeAll, beforeEach, expect, test, vi } from "vitest";
import { FollowUp } from "@/views/council/FollowUp";
import { Notices } from "@/views/council/Notices";
import { Pane } from "@/views/council/stage/Pane";
import { SessionContext } from "@/hooks/session";
import { SteeringContext } from "@/hooks/steering";
import type { Logged } from "@/playback/log";
import { Player } from "@/playback/player";
import { recorded, type Sink } from "@/playback/source";
import { nextTry } from "@/transcript/retrying";
import type { Speaking } from "@/wire/types";
import { golden } from "../../golden";
import { around } from "../../mounted";

beforeAll(async () => {
  await import("@/markdown/Rendered");
});
beforeEach(() => {
  vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no server here")));
  sessionStorage.clear();
});

const upTo = (events: readonly Logged[], key: string): number => events.findIndex((event) => event.key === key) + 1;
const settle = () => act(() => new Promise((done) => setTimeout(done, 60)));

function live(events: readonly Logged[]): { player: Player; sink: Sink } {
  const player = new Player();
  let heard: Sink | null = null;
  player.open((sink) => {
    heard = sink;
    sink.connection("live");
    sink.events(events);
    return () => undefined;
  });
  return { player, sink: heard as unknown as Sink };
}

const piece = (text: string, offset: number, reasoning: boolean): Speaking =>
  ({ key: "opinions/seat-a", seat: "seat-a", attempt: 1, text, offset, reasoning, verdict: false }) as Speaking;

test("who reasons first thinks, live where it is opened; it speaks with its first word", async () => {
  const events = golden("peer-review-full");
  const { player, sink } = live(events.slice(0, upTo(events, "opinions/seat-a~1")));
  await settle();
  const { container } = render(
    <SessionContext value={player}>
      <Pane seat="seat-a" move="opinions/seat-a" />
    </SessionContext>,
  );
  sink.speaking([piece("First I weigh it", 0, true)]);
  await settle();
  expect(container.querySelector('[data-mood="speaking"]')).toBeNull();
  expect(screen.getByText("Thinking.")).toBeTruthy();
  const thoughts = screen.getByText("Thinking").closest("details") as HTMLDetailsElement;
  act(() => {
    thoughts.open = true;
    fireEvent(thoughts, new Event("toggle"));
  });
  sink.speaking([piece(", and then I doubt it.", 16, true)]);
  await settle();
  expect(thoughts.textContent).toContain("First I weigh it, and then I doubt it.");
  sink.speaking([piece("Yes.", 0, false)]);
  await settle();
  expect(screen.queryByText("Thinking.")).toBeNull();
  expect(screen.getByText("Yes.")).toBeTruthy();
  expect((screen.getByText("Thinking").closest("details") as HTMLDetailsElement).open).toBe(true);
  player.dispose();
});

test("what it took: tokens, seconds, and tokens a second", () => {
  const events = golden("peer-review-full").map((event) =>
    event.key === "opinions/seat-a" && event.kind === "SeatSpoke"
      ? { ...event, body: { ...(event.body as object), total_ms: 4000, usage: { output: 160 } } }
      : event,
  ) as unknown as Logged[];
  const player = new Player();
  player.open(recorded(events));
  player.seekCount(events.length);
  render(
    <SessionContext value={player}>
      <Pane seat="seat-a" move="opinions/seat-a" />
    </SessionContext>,
  );
  expect(screen.getByText("40 tok/s")).toBeTruthy();
});

test("a call that failed says when it is made again, as far as the log knows", () => {
  const events = golden("peer-review-degraded").map((event) =>
    event.key === "opinions/seat-d~2" ? { ...event, t: 8000 } : event.t < 8000 ? { ...event, t: 0 } : event,
  );
  const failed = upTo(events, "opinions/seat-d~1!");
  expect(nextTry(events, failed, "opinions/seat-d")).toBe(8000);
  expect(nextTry(events.slice(0, failed), failed, "opinions/seat-d")).toBeNull();
  const player = new Player();
  player.open(recorded(events));
  player.seekCount(failed);
  const { container } = render(
    <SessionContext value={player}>
      <Pane seat="seat-d" move="opinions/seat-d" />
    </SessionContext>,
  );
  expect(container.textContent).toContain("It is tried again in 8 s, try 2.");
});

const steered = (player: Player, view: React.ReactNode) =>
  around(
    <SteeringContext value={{ id: "x", base: "/s/x" }}>
      <SessionContext value={player}>{view}</SessionContext>
    </SteeringContext>,
  );

test("a question that is being typed is still there after another view; Escape leaves the field and nothing else", () => {
  const player = new Player();
  player.open(recorded(golden("peer-review-full")));
  const first = render(steered(player, <FollowUp />));
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "And if it rains?" } });
  first.unmount();
  render(steered(player, <FollowUp />));
  const field = screen.getByRole<HTMLTextAreaElement>("textbox");
  expect(field.value).toBe("And if it rains?");
  field.focus();
  const asked = vi.fn();
  addEventListener("keydown", asked);
  expect(fireEvent.keyDown(field, { key: "Escape" })).toBe(false);
  removeEventListener("keydown", asked);
  expect(document.activeElement).not.toBe(field);
  expect(asked).not.toHaveBeenCalled();
});

test("so is what a person in a seat has typed", async () => {
  const events = golden("peer-review-full");
  const [opened, ...rest] = structuredClone(events.slice(0, 4)) as unknown as [
    { body: { roster: { seats: { id: string; person: boolean }[] } } },
    ...Logged[],
  ];
  for (const seat of opened.body.roster.seats) seat.person = seat.id === "seat-a";
  const { player } = live([opened as unknown as Logged, ...rest]);
  await settle();
  const first = render(steered(player, <Notices />));
  fireEvent.change(await screen.findByRole("textbox"), { target: { value: "I would wait." } });
  first.unmount();
  render(steered(player, <Notices />));
  expect((await screen.findByRole<HTMLTextAreaElement>("textbox")).value).toBe("I would wait.");
  player.dispose();
});

const paned = (events: readonly Logged[], id: string | null) => {
  const player = new Player();
  player.open(recorded(events));
  return render(
    around(
      <SteeringContext value={{ id, base: "/s/two" }}>
        <SessionContext value={player}>
          <Pane seat="seat-a" move="opinions/seat-a" />
        </SessionContext>
      </SteeringContext>,
    ),
  );
};

test("an answer of an ended session can be asked again; of one that runs, or is only read, it cannot", async () => {
  const events = golden("peer-review-full");
  const ended = paned(events, "two");
  expect(await screen.findByRole("button", { name: /^Ask .+ again$/ })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Compare with what it answered before" })).toBeNull();
  ended.unmount();
  const read = paned(events, null);
  await settle();
  expect(screen.queryByRole("button", { name: /^Ask .+ again$/ })).toBeNull();
  read.unmount();
  paned(events.slice(0, -1), "two");
  await settle();
  expect(screen.queryByRole("button", { name: /^Ask .+ again$/ })).toBeNull();
});

test("what was asked again leads to what was answered before, from the stage on that was made anew", async () => {
  const [first, ...rest] = golden("peer-review-full");
  const fork = (stage: string): Logged[] => {
    const body = { ...(first as unknown as { body: object }).body, fork: { session: "one", stage, changed: [] } };
    return [{ ...first, body } as unknown as Logged, ...rest];
  };
  const anew = paned(fork("opinions"), "two");
  const way = await screen.findByRole("link", { name: "Compare with what it answered before" });
  expect(way.getAttribute("href")).toBe("/compare/one/two?m=seat-a");
  anew.unmount();
  paned(fork("synthesis"), "two");
  await screen.findByRole("button", { name: /^Ask .+ again$/ });
  expect(screen.queryByRole("link", { name: "Compare with what it answered before" })).toBeNull();
});
