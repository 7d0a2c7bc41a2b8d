// What were the questions that are written here taken for? How many, in which form, the first of them, and what was left out.
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { listed, say } from "@/language/say";
import { number } from "@/language/written";
import type { Foretold, Reading, StudyEstimate } from "./asking";
import { Columns } from "./Columns";
import css from "./many.module.css";

type Read = StudyEstimate["read"];
const NAMED = 6;
/** Questions that are read back at once; the others open. */
const SHOWN = 2;

export function ReadQuestions({
  found,
  reading,
  onRead,
}: {
  found: Foretold;
  reading: Reading;
  onRead: (reading: Reading) => void;
}) {
  const { row, stale } = found;
  if (row === undefined) return null;
  const { read, questions } = row;
  return (
    <section className={css["read"]} aria-label={say("How the questions were read")} data-stale={stale || undefined}>
      <p role="status">{takenWords(read, questions)}</p>
      {read.first.length > 0 && <First read={read} questions={questions} />}
      {read.doubtful.length > 0 && (
        <p className={css["doubt"]} role="status">
          {say(
            "{count, plural, one {Line {lines} may hold its answer, which would be asked along} other {Lines {lines} may hold their answers, which would be asked along}}: part them by “;” in every line, or take the answer out.",
            { count: read.doubtful.length, lines: listed(read.doubtful.map((line) => number(line))) },
          )}
        </p>
      )}
      {read.left_out > 0 && <LeftOut read={read} />}
      {read.wrong > 0 && <Faults read={read} />}
      {(read.table !== null || reading.plain) && (
        <Columns
          key={JSON.stringify(read.table?.columns.map(({ first }) => first))}
          table={read.table}
          onRead={onRead}
        />
      )}
    </section>
  );
}

const FORMS: Readonly<Record<Read["taken"], string>> = {
  lines: say("one a line"),
  "JSON Lines": say("from JSON Lines"),
  "a JSON array": say("from a JSON array"),
  "a table": say("from a table"),
  "a list": say("from a list, without its marks"),
  "questions and answers": say("each with its answer"),
};

/** How many there are, in which form, and which columns they come from. */
function takenWords(read: Read, questions: number): string {
  const { taken, table, answered } = read;
  if (table?.sure === false) return say("No question was taken yet.");
  const parts = [
    say("{questions, plural, one {# question} other {# questions}} read, {form}", { questions, form: FORMS[taken] }),
  ];
  if (answered > 0) parts.push(say("{count} with a known answer", { count: number(answered) }));
  const words = `${parts.join("; ")}.`;
  const columns = table === null || table.columns.length < 2 || taken !== "a table" ? [] : columnsOf(table);
  const gone = read.unknown.length > 0 ? [say("Left out: {columns}.", { columns: listed(read.unknown) })] : [];
  return [words, ...columns, ...gone].join(" ");
}

/** Which column is what, by its name or its place. */
function columnsOf(table: NonNullable<Read["table"]>): string[] {
  const named = (at: number): string => {
    const name = table.columns[at]?.first ?? "";
    return table.headed && name !== "" ? `“${name}”` : say("column {number}", { number: number(at + 1) });
  };
  const places = (taken: string): string[] =>
    table.columns.flatMap((column, at) => (column.taken === taken ? [named(at)] : []));
  const [question, answer, gone] = [places("question"), places("answer"), places("")];
  const said = [
    answer.length > 0
      ? say("The question is {question}, its answer {answer}.", { question: listed(question), answer: listed(answer) })
      : say("The question is {question}; no column is its answer.", { question: listed(question) }),
  ];
  if (gone.length > 0) {
    const more = gone.length - NAMED;
    const names = more > 0 ? [...gone.slice(0, NAMED), say("{count} more", { count: number(more) })] : gone;
    said.push(say("Left out: {columns}.", { columns: listed(names) }));
  }
  return said;
}

function First({ read, questions }: { read: Read; questions: number }) {
  const more = questions - read.first.length;
  const others = read.first.slice(SHOWN);
  return (
    <>
      <ol className={css["first"]}>
        {read.first.slice(0, SHOWN).map(drawn)}
        {others.length === 0 && more > 0 && <li data-more>{say("and {count} more", { count: number(more) })}</li>}
      </ol>
      {others.length > 0 && (
        <Disclosure title={say("and {count} more", { count: number(questions - SHOWN) })}>
          <ol className={css["first"]} start={SHOWN + 1}>
            {others.map(drawn)}
            {more > 0 && <li data-more>{say("and {count} more", { count: number(more) })}</li>}
          </ol>
        </Disclosure>
      )}
    </>
  );
}

const drawn = ({ text, answer }: Read["first"][number]) => (
  <li key={text}>
    <span>{text}</span>
    {answer !== "" && <small>{say("Known answer: {answer}", { answer })}</small>}
  </li>
);

function LeftOut({ read: { left, left_out } }: { read: Read }) {
  return (
    <Disclosure
      title={say("{count, plural, one {# line was} other {# lines were}} left out", { count: left_out })}
      open={left_out <= NAMED}
    >
      <ul className={css["left"]}>
        {left.map(({ line, text, because }) => (
          <li key={line}>
            {say("Line {line}:", { line: number(line) })} “{text}” ({BECAUSE[because]})
          </li>
        ))}
        {left_out > left.length && <li>{say("and {count} more", { count: number(left_out - left.length) })}</li>}
      </ul>
    </Disclosure>
  );
}

const BECAUSE: Readonly<Record<Read["left"][number]["because"], string>> = {
  heading: say("a heading"),
  rule: say("a mere rule"),
  outside: say("outside the list"),
};

function Faults({ read: { wrong, faults } }: { read: Read }) {
  return (
    <div className={css["fault"]} role="status">
      <p>{say("{wrong, plural, one {# line is} other {# lines are}} no question:", { wrong })}</p>
      <ul>
        {faults.map(({ line, why }) => (
          <li key={line}>
            {say("Line {line}:", { line: number(line) })} <Coded text={why} />
          </li>
        ))}
      </ul>
    </div>
  );
}
