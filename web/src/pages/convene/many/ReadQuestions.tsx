// What were the questions that are written here taken for? How many, in which form, the first of them, and what was left out.
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { listed, say } from "@/language/say";
import { number } from "@/language/written";
import type { Foretold, StudyEstimate } from "./asking";
import css from "./many.module.css";

type Read = StudyEstimate["read"];
/** Questions that are read back at once; the others open. */
const SHOWN = 2;

export function ReadQuestions({
  found,
  plain,
  onPlain,
}: {
  found: Foretold;
  plain: boolean;
  onPlain: (plain: boolean) => void;
}) {
  const { row, stale } = found;
  if (row === undefined) return null;
  const {
    read,
    reach: { questions },
  } = row;
  return (
    <section className="stack sunk" aria-label={say("How the questions were read")} data-stale={stale || undefined}>
      <p role="status">{takenWords(read, questions)}</p>
      {read.first.length > 0 && <First read={read} questions={questions} />}
      {read.wrong > 0 && <Faults read={read} />}
      {(read.taken === "" || plain) && (
        <Button kind={plain ? "quiet" : "plain"} onClick={() => onPlain(!plain)}>
          {plain ? say("Look for columns again") : say("There are no columns: every line is a question")}
        </Button>
      )}
    </section>
  );
}

const FORMS: Readonly<Record<Exclude<Read["taken"], "">, string>> = {
  lines: say("one a line"),
  "JSON Lines": say("from JSON Lines"),
  "a JSON array": say("from a JSON array"),
  "a table": say("from a table"),
};

/** How many there are, in which form, and what was left out. */
function takenWords({ taken, answered, unknown }: Read, questions: number): string {
  if (taken === "")
    return say(
      "No question was taken yet: the lines look like a table. Name its columns in the first line, for example {example}.",
      { example: "question;answer" },
    );
  const parts = [
    say("{questions, plural, one {# question} other {# questions}} read, {form}", { questions, form: FORMS[taken] }),
  ];
  if (answered > 0) parts.push(say("{count} with a known answer", { count: number(answered) }));
  const gone = unknown.length > 0 ? [say("Left out: {columns}.", { columns: listed(unknown) })] : [];
  return [`${parts.join("; ")}.`, ...gone].join(" ");
}

function First({ read, questions }: { read: Read; questions: number }) {
  const more = questions - read.first.length;
  const others = read.first.slice(SHOWN);
  return (
    <>
      <ol className={`${css["first"]} indent`}>
        {read.first.slice(0, SHOWN).map(drawn)}
        {others.length === 0 && more > 0 && <li data-more>{say("and {count} more", { count: number(more) })}</li>}
      </ol>
      {others.length > 0 && (
        <Disclosure title={say("and {count} more", { count: number(questions - SHOWN) })}>
          <ol className={`${css["first"]} indent`} start={SHOWN + 1}>
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

function Faults({ read: { wrong, faults } }: { read: Read }) {
  return (
    <div className={`${css["fault"]} bad`} role="status">
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
