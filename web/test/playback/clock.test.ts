// How are times and money written, and does running time go on?
import { expect, test } from "vitest";
import { clockText } from "@/playback/clock";
import { RunningTime } from "@/playback/running";
import type { Logged } from "@/playback/log";
import { timeFrom } from "@/pages/session/address";
import { costText } from "@/pages/session/figures";

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
});

test("running time goes on between events, whatever the viewer's clock says", () => {
  const running = new RunningTime();
  const at = "2026-01-01T00:00:10.000Z";
  const now = Date.parse(at);
  running.heard({ t: 4000, at } as Logged, true, false, now + 3_600_000); // our clock is an hour ahead
  expect(running.now(now + 3_602_000)).toBe(6000);
  expect(new RunningTime().now()).toBe(0);
});
