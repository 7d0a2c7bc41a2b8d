// Does the playhead stand where it should? A pure function of time, speed and what is idle; and times as text.
import { expect, test } from "vitest";
import { advanced, clockText } from "@/playback/clock";
import { RunningTime } from "@/playback/running";
import type { Logged } from "@/playback/log";
import { timeFrom } from "@/pages/session/address";
import { costText, tokensText } from "@/pages/session/figures";

const NEVER = { skip: false, began: 0, until: 0 };

test("time passes by the speed, and not beyond the end", () => {
  expect(advanced(100, 16, 1, 1000, NEVER)).toBe(116);
  expect(advanced(100, 16, 4, 1000, NEVER)).toBe(164);
  expect(advanced(990, 16, 4, 1000, NEVER)).toBe(1000);
});

test("an idle stretch is cut to 0.6 s, a short one is not", () => {
  const idle = { skip: true, began: 1000, until: 9000 };
  expect(advanced(1000, 500, 1, 20_000, idle)).toBe(1500);
  expect(advanced(1500, 200, 1, 20_000, idle)).toBe(9100);
  expect(advanced(1500, 200, 1, 20_000, { ...idle, skip: false })).toBe(1700);
  expect(advanced(1500, 200, 1, 20_000, { ...idle, until: 2900 })).toBe(1700);
});

test("times, tokens and money as text, and a time from an address", () => {
  expect([0, 42_000, 725_000, 3_723_000].map(clockText)).toEqual(["0:00", "0:42", "12:05", "1:02:03"]);
  expect([timeFrom("93.4"), timeFrom("1:33.4"), timeFrom("1:02:03"), timeFrom("soon"), timeFrom(null)]).toEqual([
    93_400,
    93_400,
    3_723_000,
    null,
    null,
  ]);
  expect([costText(5_000_000, 0, true), costText(1_200_000_000, 0, false), costText(0, 0, true)]).toEqual([
    "$0.0050",
    "$1.20 or more",
    "$0",
  ]);
  expect(tokensText(1249)).toBe("1,245 tok");
});

test("running time goes on between events, whatever the viewer's clock says", () => {
  const running = new RunningTime();
  const at = "2026-01-01T00:00:10.000Z";
  const now = Date.parse(at);
  running.heard({ t: 4000, at } as Logged, true, false, now + 3_600_000); // our clock is an hour ahead
  expect(running.now(now + 3_602_000)).toBe(6000);
  expect(new RunningTime().now()).toBe(0);
});
