// Does a drag past the end stay there, and does another play on?
import { act, fireEvent, render } from "@testing-library/react";
import { expect, test } from "vitest";
import { SessionContext } from "@/hooks/session";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { Timeline } from "@/views/timeline/Timeline";
import { golden } from "../../golden";

const settle = () => act(() => new Promise((done) => setTimeout(done, 60)));

async function opened(): Promise<Player> {
  const player = new Player();
  player.open(recorded(golden("debate").map((event, at) => ({ ...event, t: at * 1000 }))));
  await settle();
  return player;
}

/** The track, a hundred wide, with a pointer held down on it while the session plays. */
async function dragged(player: Player, to: number, how: "pointerUp" | "pointerCancel"): Promise<void> {
  const { container } = render(
    <SessionContext value={player}>
      <Timeline />
    </SessionContext>,
  );
  const track = container.querySelector('[role="slider"]')?.parentElement as HTMLElement;
  const held = track.closest<HTMLElement>('[class*="track"]') ?? track;
  held.getBoundingClientRect = () => ({ left: 0, width: 100 }) as DOMRect;
  held.setPointerCapture = () => undefined;
  held.hasPointerCapture = () => true;
  act(() => {
    player.seek(1000);
    player.play();
  });
  fireEvent.pointerDown(held, { button: 0, clientX: 20 });
  expect(player.transport().playing).toBe(false);
  fireEvent.pointerMove(held, { clientX: to });
  fireEvent[how](held);
  await settle();
}

test("let go past the right end the session stands at its end; let go before it, it plays on", async () => {
  const player = await opened();
  await dragged(player, 140, "pointerUp");
  expect(player.moment().t).toBe(player.log.duration);
  expect(player.transport()).toMatchObject({ playing: false, atHead: true });
  player.dispose();
  const other = await opened();
  await dragged(other, 50, "pointerUp");
  expect(other.transport().playing).toBe(true);
  other.dispose();
});

test("a drag that the system takes away plays on as well", async () => {
  const player = await opened();
  await dragged(player, 50, "pointerCancel");
  expect(player.transport().playing).toBe(true);
  player.dispose();
});
