// Is a text that would stall the parser told from writing, however long the writing is?
import { expect, test } from "vitest";
import elementsOf from "react-markdown";
import { isBomb } from "@/markdown/hostile";
import { REMARK } from "@/markdown/schema";

const words = (size: number): string => "It compares the two. ".repeat(size / 21);

test.each([
  ["a bracket that stays open", `[${words(30_000)}`],
  ["a label as long as a chapter", `[${words(30_000)}](https://example.org)`],
  ["brackets within brackets", "[a ".repeat(400) + "](b)".repeat(400)],
  ["escape sequences", "⟨U+001B⟩[31m ".repeat(2_000)],
])("%s is shown as it is", (_, text) => {
  expect(isBomb(text)).toBe(true);
});

test.each([
  ["long prose", words(100_000)],
  ["prose with notes", "It is so [1], and so is the other [claim-02]. ".repeat(900)],
  ["an open bracket in a short paragraph", `[${words(2_000)}\n\n${words(20_000)}`],
  ["brackets that mean nothing", "a \\[ b ".repeat(900)],
  ["a list of lists", "[[1, 2], [3, 4]] ".repeat(400)],
])("%s is drawn", (_, text) => {
  expect(isBomb(text)).toBe(false);
});

test("what is let through is drawn in a time that grows with the text alone", () => {
  const took = (text: string): number => {
    const before = process.cpuUsage();
    elementsOf({ remarkPlugins: REMARK, children: text });
    return process.cpuUsage(before).user;
  };
  const open = (paragraphs: number): string => `[${words(3_800)}\n\n`.repeat(paragraphs);
  // In turns, and the least of each: a neighbour's burst or a collection of garbage falls on one of them alone.
  let [part, whole] = [Infinity, Infinity];
  for (let round = 0; round < 10 && whole >= 4 * 2.6 * part; round++) {
    part = Math.min(part, took(open(4)), took(open(4)));
    whole = Math.min(whole, took(open(16)));
  }
  expect(whole).toBeLessThan(4 * 2.6 * part);
});
