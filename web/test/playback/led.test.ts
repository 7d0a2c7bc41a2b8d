// Is somebody led through a session that happens too quickly? What has no least time is shortened, the rest is seen for its own.
import "@/protocols/session";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Player } from "@/playback/player";
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
    const now = beat === null ? "" : `${beat.as} ${beat.key} ${String(beat.nth)}`;
    if (now === before) lasted.set(now, (lasted.get(now) ?? 0) + 16);
    before = now;
    lag = Math.max(lag, player.lag());
  }
  const shown = [...lasted.keys()];
  expect(shown.filter((name) => /^glance opinions\//.test(name)).length).toBeGreaterThan(2);
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
      if (name.startsWith(of) || name.startsWith(`floor ${of}`)) expect(ms, name).toBeGreaterThanOrEqual(at - 16);
  // What the least times come to, and no more of it than the frames it takes to see each.
  const whole = player.show.beats.reduce((sum, beat) => sum + beat.least + 60, 0);
  expect(lag).toBeLessThanOrEqual(Math.max(20_000, whole));
  expect(lag).toBeGreaterThan(20_000);
});
