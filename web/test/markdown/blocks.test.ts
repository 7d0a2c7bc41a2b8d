// Is a growing text cut where its earlier pieces stay as they are?
import { expect, test } from "vitest";
import { blocksOf, chunksOf, stretchesOf } from "@/markdown/blocks";

test("blank lines cut, except in a fence", () => {
  expect(blocksOf("a\nb\n\nc\n\n```js\nx\n\ny\n```\n\nd")).toEqual(["a\nb", "c", "```js\nx\n\ny\n```", "d"]);
});

test("a fence that is still open is closed", () => {
  expect(blocksOf("a\n\n~~~py\nx\n\n```")).toEqual(["a", "~~~py\nx\n\n```\n~~~"]);
});

test("a longer fence is not closed by a shorter one, and backticks in a line open none", () => {
  expect(blocksOf("````\n```\n\nx\n````\n\nb")).toEqual(["````\n```\n\nx\n````", "b"]);
  expect(blocksOf("``` a`b\n\nc")).toEqual(["``` a`b", "c"]);
});

test("all but the last piece stay as they are while the text grows", () => {
  const text = "One.\n\n- a\n- b\n\n```\nx\n\ny\n```\n\n| a |\n|---|\n| b |\n\nEnd of it.";
  for (let end = 1; end < text.length; end++) {
    const [now, next] = [blocksOf(text.slice(0, end)), blocksOf(text.slice(0, end + 1))];
    expect(next.slice(0, now.length - 1)).toEqual(now.slice(0, -1));
  }
});

test("the pieces of a long run of words are the whole of it, and stay while it grows", () => {
  const text = "word and another one ".repeat(200);
  const before = chunksOf(text.slice(0, 2000));
  const after = chunksOf(text);
  expect(after.join("")).toBe(text);
  expect(after.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
});

test("a very long paragraph is cut behind sentences, and what was cut stays as it is", () => {
  const sentence = "It is 3.5 times as long, he said, as anybody had thought it could become. ";
  const text = sentence.repeat(80);
  const whole = stretchesOf(text);
  expect(whole.join("")).toBe(text);
  expect(whole.length).toBeGreaterThan(3);
  for (const stretch of whole.slice(0, -1)) expect(stretch).toMatch(/become\. $/);
  for (let end = 2500; end < text.length; end += 97) {
    const before = stretchesOf(text.slice(0, end));
    expect(whole.slice(0, before.length - 1)).toEqual(before.slice(0, -1));
  }
  expect(stretchesOf("word ".repeat(500)).length).toBe(2);
  expect(stretchesOf("x".repeat(5000)).join("")).toBe("x".repeat(5000));
  expect(stretchesOf("Short.")).toEqual(["Short."]);
});
