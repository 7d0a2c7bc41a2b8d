// Is the answer parted from the rest of a text where the server has not done so, and left whole where that cannot be done?
import { expect, test } from "vitest";
import { leadOf } from "@/views/verdict/lead";

test.each([
  ["Use integers.\n\nThey are exact.", "Use integers.", "They are exact."],
  ["Use integers.\n---\nThey are exact.", "Use integers.", "They are exact."],
  ["Use integers.\n\n---\n\n- One\n- Two", "Use integers.", "- One\n- Two"],
  ["Use integers.\n---", "Use integers.", ""],
  ["Yes.", "Yes.", ""],
])("%j: the first paragraph is the answer", (text, headline, rest) => {
  expect(leadOf(text)).toEqual({ headline, rest });
});

test.each(["# Summary\n\nUse integers.", "- One\n- Two", "| a |\n|---|", "```\nx\n```", `${"word ".repeat(130)}.`, ""])(
  "%j begins with no short paragraph of prose, so nothing is parted",
  (text) => {
    expect(leadOf(text)).toEqual({ headline: "", rest: text.trim() });
  },
);

test("what the server calls the answer is the answer, wherever it stands", () => {
  expect(leadOf("A. B.\n\nC.", "A. B.")).toEqual({ headline: "A. B.", rest: "C." });
  expect(leadOf("# Report\n\nC.", "A council agreed.")).toEqual({
    headline: "A council agreed.",
    rest: "# Report\n\nC.",
  });
});
