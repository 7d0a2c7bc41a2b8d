// Are the words in a form found, also while it is being written?
import { expect, test } from "vitest";
import { laidOut, spokenOf } from "@/playback/show/readable";

const FORM = JSON.stringify({ mark: "5MXZ", answer: 'Say "yes".\n\n1. Ä — \\o/ 😀', confidence: 0.7 });

test("the answer of a form", () => {
  expect(spokenOf(FORM)).toEqual({ text: 'Say "yes".\n\n1. Ä — \\o/ 😀', form: false });
});

test("a form that is being written never shows more than its words", () => {
  const whole = spokenOf(FORM).text;
  for (let end = FORM.indexOf("Say"); end < FORM.length; end++) {
    const { text, form } = spokenOf(FORM.slice(0, end));
    expect(form).toBe(false);
    expect(whole.startsWith(text)).toBe(true);
  }
});

test("plain words stay, a form without words is one, and is laid out", () => {
  expect(spokenOf("Yes.")).toEqual({ text: "Yes.", form: false });
  expect(spokenOf('{"scores": {}}').form).toBe(true);
  expect(laidOut('{"a":1}')).toBe('{\n  "a": 1\n}');
  expect(laidOut("{nonsense")).toBe("{nonsense");
});
