// Which part of each row is the question, and which its answer? Chosen by a person where the text does not tell.
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Disclosure } from "@/controls/Disclosure";
import { Select } from "@/controls/Field";
import { say } from "@/language/say";
import { number } from "@/language/written";
import { AS_FOUND, type Reading, type StudyEstimate } from "./asking";
import css from "./many.module.css";

type Table = NonNullable<StudyEstimate["read"]["table"]>;
const SHOWN = 40;

interface Given {
  table: Table | null;
  onRead: (reading: Reading) => void;
}

export function Columns({ table, onRead }: Given) {
  if (table === null)
    return (
      <p className={css["chosen"]}>
        {say("Every line is taken for a question, as you chose.")}{" "}
        <Button kind="quiet" onClick={() => onRead(AS_FOUND)}>
          {say("Look for columns again")}
        </Button>
      </p>
    );
  const own = table.by === "below" || table.by === "behind";
  const choice = own ? <Whether by={table.by} onRead={onRead} /> : <Which table={table} onRead={onRead} />;
  if (!table.sure) return <div className={css["choice"]}>{choice}</div>;
  return <Disclosure title={own ? say("Take the answers otherwise") : say("Take other columns")}>{choice}</Disclosure>;
}

/** Whether what stands below or behind each question is its answer. */
function Whether({ by, onRead }: { by: Table["by"]; onRead: Given["onRead"] }) {
  const below = by === "below";
  return (
    <fieldset>
      <legend>
        {below
          ? say("Below each question stands a line that may be its answer. What is it?")
          : say("Behind each question stands something that may be its answer. What is it?")}
      </legend>
      <div className={css["buttons"]}>
        <Button onClick={() => onRead({ ...AS_FOUND, columns: { question: 0, answer: 1, headed: false } })}>
          {say("The known answer: shown to nobody who is asked")}
        </Button>
        <Button onClick={() => onRead({ ...AS_FOUND, columns: { question: 0, answer: null, headed: false } })}>
          {say("Nothing to be asked: leave it out")}
        </Button>
        <Button onClick={() => onRead({ ...AS_FOUND, plain: true })}>
          {below ? say("Each line is a question of its own") : say("A part of the question")}
        </Button>
      </div>
    </fieldset>
  );
}

/** Which column is the question, and which its answer. */
function Which({ table, onRead }: { table: Table; onRead: Given["onRead"] }) {
  const place = (taken: string): string => {
    const at = table.columns.findIndex((column) => column.taken === taken);
    return at < 0 ? "" : String(at);
  };
  const [question, ask] = useState(place("question") || "0");
  const [answer, know] = useState(place("answer"));
  const [headed, head] = useState(table.headed);
  const columns = table.columns.map((column, at) => (
    <option key={at} value={String(at)}>
      {say("{number}: {begins}", { number: number(at + 1), begins: beginning(column, headed) })}
    </option>
  ));
  const same = question === answer;
  return (
    <fieldset>
      <legend>
        {table.sure
          ? say("Its columns")
          : say(
              "This looks like a table, and its first line does not tell which column is the question: names such as “question”, “Frage” or “问题”, “answer”, “Antwort” or “答案” would.",
            )}
      </legend>
      <div className={css["grid"]}>
        <Select label={say("The question is column")} value={question} onText={ask}>
          {columns}
        </Select>
        <Select
          label={say("The known answer is column")}
          value={answer}
          error={same ? say("It is the column of the questions already.") : ""}
          onText={know}
        >
          <option value="">{say("none of them")}</option>
          {columns}
        </Select>
      </div>
      <label className={css["tick"]}>
        <input type="checkbox" checked={headed} onChange={(event) => head(event.target.checked)} />{" "}
        {say("The first line names the columns and is no question")}
      </label>
      <div className={css["buttons"]}>
        <Button
          onClick={() =>
            // That both are one column is said beside the second of them.
            !same &&
            onRead({
              ...AS_FOUND,
              columns: { question: Number(question), answer: answer === "" ? null : Number(answer), headed },
            })
          }
        >
          {say("Take these columns")}
        </Button>
        {(table.by !== "" || columns.length === 1) && ( // rows of JSON are no lines
          <Button kind="quiet" onClick={() => onRead({ ...AS_FOUND, plain: true })}>
            {say("There are no columns: every line is a question")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

/** How a column is known: by its name and what stands below, or by what stands in it. */
function beginning({ first, second }: Table["columns"][number], headed: boolean): string {
  const cut = (text: string): string => (text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text);
  return headed ? `${cut(first)} (${cut(second)})` : cut(first);
}
