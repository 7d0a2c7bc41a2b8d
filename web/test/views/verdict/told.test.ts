// Is a chance told as the server tells it, and does a sentence name readers as the page names members?
import { expect, test } from "vitest";
import { chanceWords } from "@/findings/figures";
import { notedOf } from "@/findings/standingWords";
import { NOTHING } from "@/playback/fold/fold";
import { looksOf } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";

test("of few ballots no more is told than they hold", () => {
  expect([0.02, 0.46, 0.65, 0.734, 0.82, 0.876, 0.958].map((chance) => chanceWords(chance, false, 3))).toEqual([
    "under 5 %",
    "about 45 %",
    "about 60 %",
    "about 70 %",
    "about 75 %",
    "about 90 %",
    "about 90 %",
  ]);
  expect([0.77, 0.97].map((chance) => chanceWords(chance, false, 2))).toEqual(["about 75 %", "about 90 %"]);
  expect([0.734, 0.97].map((chance) => chanceWords(chance))).toEqual(["about 75 %", "over 95 %"]);
  expect([0.734, 0.97].map((chance) => chanceWords(chance, true, 3))).toEqual(["at least 70 %", "at least 90 %"]);
  expect([0.734, 0.97].map((chance) => chanceWords(chance, false, 4))).toEqual(["about 75 %", "about 95 %"]);
  expect([0.97, 0.97].map((chance, at) => chanceWords(chance, false, 5 + at))).toEqual(["over 95 %", "over 95 %"]);
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
