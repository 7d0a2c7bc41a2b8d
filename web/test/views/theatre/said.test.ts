// What can be read of words that are still on their way, and of those a program is to read?
import { expect, test } from "vitest";
import { tailOf } from "@/views/theatre/moment/said";
import { readable, spokenOf } from "@/playback/show/readable";

test("plain words stay as they are", () => {
  expect(readable("Yes. {not data} at all")).toBe("Yes. {not data} at all");
});

test("the sentences of data are shown at every length, whole or cut", () => {
  const whole = '{"scores": {"5M28": {"score": 8, "why": "It commits \\"at once\\".\\nGood."}}, "mark": "5M28"}';
  expect(readable(whole)).toBe('It commits "at once".\nGood.');
  for (let at = 0; at <= whole.length; at++) expect(readable(whole.slice(0, at))).not.toMatch(/[{}]|\\/);
  expect(readable('{"answer": "An \\u00e4')).toBe("An ä");
  expect(readable('```json\n{"answer": "One two", "quote": "left out here"}')).toBe("One two");
});

test("a form in a fence is read as one without; words that begin with a bracket are words", () => {
  expect(spokenOf('```json\n{"answer": "An answer.", "confidence": 0.9}\n```')).toEqual({
    text: "An answer.",
    form: false,
  });
  expect(readable("[1] says that it rains.")).toBe("[1] says that it rains.");
  expect(spokenOf("[1] says that it rains.").form).toBe(false);
  expect(readable('[{"why": "It rains."}]')).toBe("It rains.");
});

test("a tail is short and begins at a word", () => {
  const text = Array.from({ length: 200 }, (_, at) => `word${String(at)}`).join(" ");
  const tail = tailOf(text);
  expect(tail.length).toBeLessThanOrEqual(300);
  expect(text.endsWith(tail)).toBe(true);
  expect(tail).toMatch(/^word\d+ /);
  expect(tailOf("x".repeat(900))).toHaveLength(300);
  expect(tailOf("short")).toBe("short");
});

test("a tail goes on in the emphasis or code in which it was cut", () => {
  const words = "word ".repeat(70);
  expect(tailOf(`**${words}** end`)).toMatch(/^\*\*word/);
  expect(tailOf(`\`${words}\` end`)).toMatch(/^`word/);
  expect(tailOf(`**a** \`b\` ${words}`)).toMatch(/^word/);
  expect(tailOf(`**never closed\n${words}`)).toMatch(/^word/);
});
