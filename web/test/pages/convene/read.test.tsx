// Does a person see how pasted questions were read, and choose where it cannot be told which part is the question?
import { fireEvent, render, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { ReadQuestions } from "@/pages/convene/many/ReadQuestions";
import {
  AS_FOUND,
  bodyOf,
  NOTHING,
  readAlike,
  type Foretold,
  type Reading,
  type StudyEstimate,
} from "@/pages/convene/many/asking";
import { withLines } from "@/pages/convene/many/lines";
import type { Sitting } from "@/pages/convene/sitting";

type Read = StudyEstimate["read"];
const LINES: Read = {
  ...{
    taken: "lines",
    table: null,
    first: [],
    answered: 0,
    left: [],
    left_out: 0,
    doubtful: [],
    unknown: [],
    faults: [],
    wrong: 0,
  },
};
const column = (first: string, second: string, taken: "question" | "answer" | "id" | "domain" | "") => ({
  ...{ first, second, taken },
});
const TABLE: Read = {
  ...LINES,
  taken: "a table",
  table: {
    ...{ by: ";", headed: true, sure: false },
    columns: [column("Nr", "1", "id"), column("Rätsel", "Ist es so?", "question"), column("Dahinter", "ja", "")],
  },
};

function shown(read: Read, questions = 2, reading: Reading = AS_FOUND) {
  const onRead = vi.fn<(reading: Reading) => void>();
  const row = { questions, read } as StudyEstimate;
  const found: Foretold = { row, problem: null, busy: false, stale: false };
  const { container } = render(<ReadQuestions found={found} reading={reading} onRead={onRead} />);
  return { onRead, text: container.textContent };
}

test("how many were read, in which form, the first of them with their answers, and what was left out is told", () => {
  const { text } = shown(
    {
      ...LINES,
      taken: "a list",
      first: [
        { text: "Is it so?", answer: "no" },
        { text: "Is it not?", answer: "" },
      ],
      answered: 1,
      left: [{ line: 1, text: "# My questions", because: "heading" }],
      left_out: 1,
      doubtful: [4],
    },
    12,
  );
  expect(text).toContain("12 questions read, from a list, without its marks; 1 with a known answer.");
  expect(text).toContain("Is it so?");
  expect(text).toContain("Known answer: no");
  expect(text).toContain("and 10 more");
  expect(text).toContain("1 line was left out");
  expect(text).toContain("Line 1: “# My questions” (a heading)");
  expect(text).toContain("Line 4 may hold its answer, which would be asked along");
});

test("columns that were taken and those that were left out are named", () => {
  const columns = [
    column("id", "1", "id"),
    column("Frage", "Ist es so?", "question"),
    column("Antwort", "ja", "answer"),
  ];
  const table = { by: ";" as const, headed: true, sure: true, columns: [...columns, column("Quelle", "S. 4", "")] };
  const { text } = shown({ ...LINES, taken: "a table", table, answered: 2 });
  expect(text).toContain("The question is “Frage”, its answer “Antwort”. Left out: “Quelle”.");
});

test("where no column has a known name, none is taken until a person chose", () => {
  const { onRead, text } = shown(TABLE, 0);
  expect(text).toContain("No question was taken yet.");
  fireEvent.change(screen.getByLabelText("The known answer is column"), { target: { value: "2" } });
  fireEvent.click(screen.getByRole("button", { name: "Take these columns" }));
  expect(onRead).toHaveBeenLastCalledWith({ columns: { question: 1, answer: 2, headed: true }, plain: false });
  fireEvent.change(screen.getByLabelText("The known answer is column"), { target: { value: "1" } });
  expect(screen.getByText("It is the column of the questions already.")).toBeTruthy();
  const reads = onRead.mock.calls.length;
  fireEvent.click(screen.getByRole("button", { name: "Take these columns" }));
  expect(onRead.mock.calls).toHaveLength(reads);
  fireEvent.click(screen.getByRole("button", { name: "There are no columns: every line is a question" }));
  expect(onRead).toHaveBeenLastCalledWith({ columns: null, plain: true });
});

test("of rows of JSON no line is offered as a question", () => {
  const table = { ...(TABLE.table as NonNullable<typeof TABLE.table>), by: "" as const };
  shown({ ...TABLE, table }, 0);
  expect(screen.getByRole("button", { name: "Take these columns" })).toBeTruthy();
  expect(screen.queryByRole("button", { name: /every line is a question/ })).toBeNull();
});

test.each([
  [
    "The known answer: shown to nobody who is asked",
    { columns: { question: 0, answer: 1, headed: false }, plain: false },
  ],
  ["Nothing to be asked: leave it out", { columns: { question: 0, answer: null, headed: false }, plain: false }],
  ["Each line is a question of its own", { columns: null, plain: true }],
])("a line below each question is asked about: %s", (name, chosen) => {
  const table = { by: "below" as const, headed: false, sure: false, columns: [column("Why?", "How?", "question")] };
  const { onRead } = shown({ ...LINES, taken: "questions and answers", table }, 0);
  fireEvent.click(screen.getByRole("button", { name }));
  expect(onRead).toHaveBeenLastCalledWith(chosen);
});

test("what was chosen is sent along, and holds while the first line is the same", () => {
  const chosen: Reading = { columns: { question: 1, answer: null, headed: true }, plain: false };
  const picked = { ...NOTHING, lines: "a;b\n1;2", reading: chosen };
  expect(readAlike(picked, "a;b\n1;2\n3;4")).toEqual(chosen);
  expect(readAlike(picked, "One?\nTwo?")).toEqual(AS_FOUND);
  const sitting = {
    body: { options: {} },
    fields: [],
    options: {},
    base: {},
    protocol: undefined,
  } as unknown as Sitting;
  expect(bodyOf(picked, sitting).columns).toEqual(chosen.columns);
  expect(bodyOf({ ...picked, corpus: "two-sided" }, sitting).columns).toBeNull();
});

test("a way back leads from lines to columns", () => {
  const { onRead } = shown(LINES, 2, { columns: null, plain: true });
  fireEvent.click(screen.getByRole("button", { name: "Look for columns again" }));
  expect(onRead).toHaveBeenLastCalledWith(AS_FOUND);
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
