// Is somebody led through a session that happens too quickly? What has no least time is shortened, the rest is seen for its own.
import "@/protocols/session";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Player } from "@/playback/player";
import { turnsFrom } from "@/playback/show/turns";
import { golden } from "../golden";
import { frames, held } from "./hands";

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ["setTimeout", "clearTimeout", "requestAnimationFrame", "cancelAnimationFrame", "performance", "Date"],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

test("who is led through words that come too quickly sees them together, and each rebuttal for its whole time", () => {
  const events = golden("debate");
  const [player, hand] = [new Player(), held()];
  player.direct(true);
  hand.open(player);
  vi.setSystemTime(Date.parse(events[0]?.at ?? ""));
  hand.sink().connection("live");
  hand.sink().events(events.slice(0, 3));
  frames(2);
  hand.sink().events(events);
  hand.sink().connection("stored");
  hand.sink().ended();
  const lasted = new Map<string, number>();
  let [lag, before] = [0, ""];
  for (let n = 0; n < 20_000 && !(player.transport().atHead && !player.transport().behind); n++) {
    frames(1);
    const { beat } = player.moment();
    const on = beat === null ? [] : (beat.among ?? [beat]);
    const now = on.map(({ key, nth }) => `${beat?.as ?? ""} ${key} ${String(nth)}`);
    if (now.join() === before) for (const each of now) lasted.set(each, (lasted.get(each) ?? 0) + 16);
    before = now.join();
    lag = Math.max(lag, player.lag());
  }
  const shown = [...lasted.keys()];
  expect(shown.filter((name) => /^glance opinions\//.test(name)).length).toBeGreaterThan(2);
  expect(shown.filter((name) => /^glance rebuttals\//.test(name)).length).toBeGreaterThan(1);
  expect(shown.filter((name) => /^floor opinions\//.test(name))).toEqual([]);
  const least = {
    rebuttals: 5000,
    drawn: 1200,
    mutual: 3000,
    curtain: 3000,
    award: 1500,
    climbing: 2000,
    reading: 1500,
  };
  for (const [name, ms] of lasted)
    for (const [of, at] of Object.entries(least))
      if (new RegExp(`^(?:(?:floor|glance) )?${of}`).test(name)) expect(ms, name).toBeGreaterThanOrEqual(at - 16);
  // What the least times of turns come to, and no more of it than the frames it takes to see each.
  const whole = turnsFrom(player.show.beats, 0, true).reduce((sum, turn) => sum + turn.least + 60, 0);
  expect(lag).toBeLessThanOrEqual(Math.max(20_000, whole));
  expect(lag).toBeGreaterThan(20_000);
});
