// Does a pane say what a seat waits for, and offer to go on without it where the server says that it can?
import { act, fireEvent, render, screen } from "@testing-library/react";
import { beforeEach, expect, test, vi } from "vitest";
import { Pane } from "@/views/council/stage/Pane";
import { SessionContext } from "@/hooks/session";
import { SteeringContext } from "@/hooks/steering";
import type { Logged } from "@/playback/log";
import { Player } from "@/playback/player";
import type { Sink } from "@/playback/source";
import { heardFrom, isWaiting } from "@/wire/event";
import type { Waiting } from "@/wire/types";
import { golden } from "../../golden";
import { around } from "../../mounted";

const MOVE = "opinions/seat-a";
const settle = () => act(() => new Promise((done) => setTimeout(done, 60)));
const asked: { url: string; body: string }[] = [];
let answer = () => new Response(JSON.stringify({ session: "s", without: ["seat-a"], elsewhere: false }));

beforeEach(() => {
  asked.length = 0;
  vi.stubGlobal("fetch", async (request: Request) => {
    asked.push({ url: request.url, body: await request.text() });
    const said = answer();
    said.headers.set("content-type", "application/json");
    return said;
  });
});

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

const waits = (changed: Partial<Waiting> = {}): Waiting => ({
  kind: "SeatWaiting",
  session: "s",
  key: MOVE,
  seat: "seat-a",
  attempt: 1,
  why: "retry_after",
  who: "up/a",
  seconds: 20,
  says: "up/a asked to wait",
  optional: false,
  ...changed,
});

async function shown(id: string | null = "s") {
  const events = golden("peer-review-full");
  const { player, sink } = live(events.slice(0, events.findIndex(({ key }) => key === `${MOVE}~1`) + 1));
  await settle();
  render(
    around(
      <SteeringContext value={{ id, base: "/s/s" }}>
        <SessionContext value={player}>
          <Pane seat="seat-a" move={MOVE} />
        </SessionContext>
      </SteeringContext>,
    ),
  );
  return { events, player, sink };
}

test("what is waited for is said with the seconds left, until it is over", async () => {
  const { player, sink } = await shown();
  sink.waiting([waits()]);
  await settle();
  expect(screen.getByRole("status").textContent).toBe("Up/a asked to wait.");
  expect(screen.getByText(/^Next try in (19|20) s\.$/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Go on without/ })).toBeNull();
  sink.waiting([waits({ why: "", says: "", seconds: null })]);
  await settle();
  expect(screen.queryByRole("status")).toBeNull();
  player.dispose();
});

test("one that can be gone on without is, at a press; a refusal says why not", async () => {
  const { player, sink } = await shown();
  sink.waiting([waits({ optional: true })]);
  await settle();
  const button = screen.getByRole("button", { name: /Go on without/ });
  fireEvent.click(button);
  await settle();
  expect(asked.at(-1)?.url).toMatch(/\/api\/sessions\/s\/go-on$/);
  expect(JSON.parse(asked.at(-1)?.body ?? "")).toEqual({ without: ["seat-a"] });
  answer = () =>
    new Response(JSON.stringify({ error: { code: "conflict", message: "Too few.", remedy: "Wait." } }), {
      status: 409,
    });
  fireEvent.click(screen.getByRole("button", { name: /Go on without/ }));
  await settle();
  expect(screen.getByRole("alert").textContent).toContain("Too few.");
  player.dispose();
});

test("who only reads is offered nothing, and a settled move waits for nothing", async () => {
  const { events, player, sink } = await shown(null);
  sink.waiting([waits({ optional: true })]);
  await settle();
  expect(screen.queryByRole("button", { name: /Go on without/ })).toBeNull();
  sink.events(events.slice(0, events.findIndex(({ key }) => key === MOVE) + 1));
  await settle();
  expect(player.moment().waits.size).toBe(0);
  player.dispose();
});

test("half a signal is none", () => {
  expect(isWaiting(heardFrom({ ...waits() }) as Waiting)).toBe(true);
  for (const broken of [{ seconds: "20" }, { seconds: Infinity }, { optional: 1 }, { says: null }, { key: 3 }])
    expect(heardFrom({ ...waits(), ...broken })).toBeNull();
});
