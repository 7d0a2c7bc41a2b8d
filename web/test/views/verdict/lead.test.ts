// Is an answer's first sentence found, and is nothing of the answer lost or said twice?
import { expect, test } from "vitest";
import { leadOf } from "@/views/verdict/lead";

test.each([
  ["Use integers. They are small.", "Use integers.", "They are small."],
  [
    "**Short answer:** use integers, e.g. bigint. Why?\n\nBecause.",
    "Short answer: use integers, e.g. bigint.",
    "Why?\n\nBecause.",
  ],
  ["Yes. It is safe to do so. Go on.", "Yes. It is safe to do so.", "Go on."],
  ["42", "42", ""],
  ["# Do not cross the bridge\n\nIt is unsafe. Close it.", "Do not cross the bridge", "It is unsafe. Close it."],
  ["Fahren Sie am 3. Mai nicht. Gut so.", "Fahren Sie am 3. Mai nicht.", "Gut so."],
  ["Buy from Acme Inc. only. Go on.", "Buy from Acme Inc. only.", "Go on."],
  ["Yes, build it. But only if it holds. Go on.", "Yes, build it. But only if it holds.", "Go on."],
  ["Is the bridge safe? No. It will fall. So it is.", "Is the bridge safe? No. It will fall.", "So it is."],
  ["It is often said to be safe. It is not. Go on.", "It is often said to be safe. It is not.", "Go on."],
  ["桥可以通行，由工程师决定。除非另有说明。走吧。", "桥可以通行，由工程师决定。除非另有说明。", "走吧。"],
  ["用整数。它们更小。它们更快，也更省空间。", "用整数。它们更小。它们更快，也更省空间。", ""],
  ["No end mark here\n\nNext part.", "No end mark here", "Next part."],
])("%s", (text, headline, rest) => {
  expect(leadOf(text)).toEqual({ headline, rest });
});

test.each([
  "- one\n- two",
  "1. one\n2. two",
  "```py\nprint()\n```",
  "| a | b |\n|---|---|",
  "> quoted",
  "![a picture](x.png)",
  "$$M = \\frac{q L^2}{8}$$\n\nSo it holds.",
  "\\[x = 1\\]",
  "Sign it.\n\nUnless the date has passed.",
  "",
])("%s begins with no sentence, so the text stays whole", (text) => {
  expect(leadOf(text)).toEqual({ headline: "", rest: text });
});

test("a heading, a link and a sentence too long for a headline leave the text whole", () => {
  const headed = "# Short answer\n\nUse integers. They are small.";
  expect(leadOf(headed)).toEqual({ headline: "Use integers.", rest: headed });
  const linked = "See [the manual](https://example.org/a) for all of it. Then go on.";
  expect(leadOf(linked)).toEqual({ headline: "See the manual for all of it.", rest: linked });
  const long = `${"word ".repeat(80)}end. Next.`;
  expect(leadOf(long)).toEqual({ headline: "", rest: long });
});

test("marks are not cut in two", () => {
  expect(leadOf("**Yes. Always.** Then more of it.").headline).toBe("Yes. Always.");
  expect(leadOf("Call `a. b` now. Then wait.").headline).toBe("Call a. b now.");
});
