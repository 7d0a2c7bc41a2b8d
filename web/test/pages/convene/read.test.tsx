// Does a person see how pasted questions were read, and say so where every line of what looks like a table is one?
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ReadQuestions } from "@/pages/convene/many/ReadQuestions";
import type { Foretold, StudyEstimate } from "@/pages/convene/many/asking";
import { withLines } from "@/pages/convene/many/lines";

type Read = StudyEstimate["read"];
const LINES: Read = { taken: "lines", first: [], answered: 0, unknown: [], faults: [], wrong: 0 };

function shown(read: Read, questions = 2, plain = false) {
  const onPlain = vi.fn<(plain: boolean) => void>();
  const reach = { questions } as StudyEstimate["reach"];
  const row = { reach, read } as StudyEstimate;
  const found: Foretold = { row, problem: null, busy: false, stale: false };
  const { container } = render(<ReadQuestions found={found} plain={plain} onPlain={onPlain} />);
  return { onPlain, text: container.textContent };
}

test("how many were read, in which form, the first of them with their answers, and what was left out is told", () => {
  const { text } = shown(
    {
      ...LINES,
      taken: "a table",
      first: [
        { text: "Is it so?", answer: "no" },
        { text: "Is it not?", answer: "" },
      ],
      answered: 1,
      unknown: ["Quelle"],
    },
    12,
  );
  expect(text).toContain("12 questions read, from a table; 1 with a known answer. Left out: Quelle.");
  expect(text).toContain("Is it so?");
  expect(text).toContain("Known answer: no");
  expect(text).toContain("and 10 more");
});

test("where the lines look like a table without names, none is taken until a person says so, and back", () => {
  const asked = shown({ ...LINES, taken: "" }, 0);
  expect(asked.text).toContain("No question was taken yet");
  fireEvent.click(screen.getByRole("button", { name: "There are no columns: every line is a question" }));
  expect(asked.onPlain).toHaveBeenLastCalledWith(true);
  const chosen = shown(LINES, 2, true);
  fireEvent.click(screen.getByRole("button", { name: "Look for columns again" }));
  expect(chosen.onPlain).toHaveBeenLastCalledWith(false);
});

test("a table is read by itself, and what a spreadsheet saves in UTF-16 is read", async () => {
  const csv = new File(["Frage;Antwort\nIst es so?;ja"], "quiz.csv");
  expect((await withLines("", [csv])).lines).toContain("Frage;Antwort");
  const both = await withLines("Is it so?", [csv]);
  expect(both).toEqual({
    lines: "Is it so?",
    fault: "quiz.csv is a table, and is read by itself: empty the field first.",
  });
  const wide = Uint8Array.from([0xff, 0xfe, ...[..."Ist es?"].flatMap((sign) => [sign.charCodeAt(0), 0])]);
  expect(await withLines("", [new File([wide], "quiz.txt")])).toEqual({ lines: "Ist es?", fault: "" });
});
