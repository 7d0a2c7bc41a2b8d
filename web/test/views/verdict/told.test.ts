// Is a chance told as the server tells it, and does a sentence name readers as the page names members?
import { expect, test } from "vitest";
import { chanceWords } from "@/findings/figures";
import { notedOf } from "@/findings/standingWords";
import { NOTHING } from "@/playback/fold/fold";
import { looksOf } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";

test("a chance is told in steps of five per cent", () => {
  expect([0.02, 0.46, 0.734, 0.876, 0.958].map((chance) => chanceWords(chance))).toEqual([
    "under 5 %",
    "about 45 %",
    "about 75 %",
    "about 90 %",
    "over 95 %",
  ]);
  expect([0.02, 0.734].map((chance) => chanceWords(chance, true))).toEqual(["under 5 %", "at least 70 %"]);
});

test("who voted alike is named as a reader", () => {
  const standing = { notes: ["{reader:a} and {reader:b} voted alike."] } as unknown as FindingOf<"standing">;
  const looks = new Map(looksOf(NOTHING));
  const named = (id: string, name: string): void => {
    looks.set(id, { ...looksOf(NOTHING).values().next().value, id, name } as never);
  };
  named("a", "gpt");
  named("b", "claude");
  expect(notedOf(standing, looks)).toEqual(["Gpt and claude voted alike."]);
});
