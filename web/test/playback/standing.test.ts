// Where does a player stand before there is anything, and while only a person is awaited?
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Player } from "@/playback/player";
import { statusOf } from "@/playback/fold/status";
import { golden } from "../golden";
import { generated } from "./generated";
import { frames, held } from "./hands";
import { waitingFor } from "./waiting";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance", "Date"],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("before anything has come there is nothing to stand still at: the newest moment is shown when it comes", () => {
  for (const press of [
    (player: Player) => {
      player.pause();
    },
    (player: Player) => {
      player.seekCount(1);
    },
  ]) {
    const [player, hand] = [new Player(), held()];
    hand.open(player);
    press(player);
    hand.sink().events(golden("debate"));
    frames(2);
    expect(player.transport()).toMatchObject({ atHead: true, loaded: true });
    expect(player.moment().count).toBe(player.log.length);
  }
  const [player, hand] = [new Player(), held()];
  const events = generated(4, 200);
  hand.open(player);
  player.seekRunning(events[20]?.t ?? 0);
  frames(1);
  hand.sink().events(events);
  frames(2);
  expect(player.moment().t).toBe(events[20]?.t);
});

test("while nobody but a person is awaited the session waits, and its time stands still", () => {
  const events = waitingFor("seat-d");
  const [player, hand] = [new Player(), held()];
  vi.setSystemTime(Date.parse(events.at(-1)?.at ?? ""));
  hand.open(player);
  hand.sink().events(events.slice(0, -1));
  frames(1);
  expect(statusOf(player.moment().state)).toBe("running");
  vi.setSystemTime(Date.now() + 5000);
  expect(player.elapsed()).toBeGreaterThan(4000);
  vi.setSystemTime(Date.parse(events.at(-1)?.at ?? ""));
  hand.sink().events(events.slice(-1));
  frames(1);
  expect(statusOf(player.moment().state)).toBe("waiting");
  expect(player.moment().state.status).toBe("running"); // as the server's fold has it
  vi.setSystemTime(Date.now() + 3 * 3_600_000);
  expect(player.elapsed()).toBe(player.log.duration);
});
