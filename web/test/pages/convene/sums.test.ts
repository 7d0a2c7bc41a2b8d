// Is a sum of money written as the terminal writes it? Both are held to the same list.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { money } from "@/councils/money";
import { decimal, percent } from "@/language/written";

const SUMS = JSON.parse(readFileSync("../tests/documentation/sums.json", "utf-8")) as [number, string][];

test("a sum is written as everywhere else", () => {
  expect(SUMS.length).toBeGreaterThan(10);
  expect(SUMS.map(([nano]) => money(nano / 1e9))).toEqual(SUMS.map(([, words]) => words));
});

const FIGURES = JSON.parse(readFileSync("../tests/documentation/rounded.json", "utf-8")) as [number, number, string][];

test("a figure is rounded as everywhere else", () => {
  expect(FIGURES.length).toBeGreaterThan(10);
  expect(FIGURES.map(([value, places]) => decimal(value, places))).toEqual(FIGURES.map(([, , words]) => words));
  expect([0.005, 0.285, 0.995, 1].map(percent)).toEqual(["1%", "29%", "100%", "100%"]);
});
