// Are causes said in the server's own plain words? Its list, and what it makes of each.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { plainly, plainVerdict } from "@/playback/fold/plainly";
import type { Verdict } from "@/wire/types";

const SERVER = join(import.meta.dirname, "../../../src/moot/vocabulary/verdicts.py");

test("every pair of the server is here, in its order", () => {
  const text = readFileSync(SERVER, "utf8");
  const pairs = [...text.matchAll(/\(r"([^"]+)", "([^"]+)"\)/g)];
  expect(pairs.length).toBeGreaterThan(3);
  for (const [, pattern = "", words = ""] of pairs) {
    const recorded = pattern.includes("(?=") ? "There were no words, only 'x'" : pattern;
    expect(plainly(`before ${recorded} after`)).toBe(`before ${recorded.replace(new RegExp(pattern), words)} after`);
  }
});

test("a verdict's losses are told plainly, and nothing else of it changes", () => {
  const missing = [{ seat: "seat-a", stage: "review", failed: "spoiled", cause: "`x` is no label of this sheet" }];
  const verdict = {
    text: "is no label of this sheet",
    degraded: ["There were no words."],
    missing,
  } as unknown as Verdict;
  const told = plainVerdict(verdict);
  expect(told.text).toBe(verdict.text);
  expect(told.degraded).toEqual(["The model wrote nothing."]);
  expect(told.missing[0]?.cause).toBe("`x` is no answer's label");
});
