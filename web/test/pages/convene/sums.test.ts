// Is a sum of money written as the terminal writes it? Both are held to the same list.
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { money } from "@/councils/money";

const SUMS = JSON.parse(readFileSync("../tests/documentation/sums.json", "utf-8")) as [number, string][];

test("a sum is written as everywhere else", () => {
  expect(SUMS.length).toBeGreaterThan(10);
  expect(SUMS.map(([nano]) => money(nano / 1e9))).toEqual(SUMS.map(([, words]) => words));
});
