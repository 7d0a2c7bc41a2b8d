// Which studies are there, and how far is each? Or one of them, by its address.
import { FlaskConical } from "lucide-react";
import { Link } from "wouter";
import { Bone, Card, Empty, Failed } from "@/controls/Card";
import { Say, say } from "@/language/say";
import { day, time } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useTitle } from "../title";
import { studyAddress, useStudies, type StudyRow } from "./asked";
import { Bar, costWords, StandingWords, StateChip } from "./Standing";
import { StudyPage } from "./StudyPage";
import { questions, sessions } from "./words";
import figures from "../figures.module.css";

const GUIDE = "moot study new NAME";

export default function StudiesPage({ id, part }: { id: string; part: string }) {
  return id === "" ? <List /> : <StudyPage key={id} id={id} part={part} />;
}

function List() {
  useTitle(say("Studies"));
  const asked = useStudies();
  const twins = repeated(asked.data?.map(({ name }) => name) ?? []);
  return (
    <div className={`${figures["page"] ?? ""} ${figures["wide"] ?? ""}`}>
      <header className={figures["head"]}>
        <h1>{say("Studies")}</h1>
        <p>{say("Many questions asked under several conditions, and how their answers differ.")}</p>
      </header>
      {asked.data === undefined ? (
        asked.error !== null ? (
          <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
        ) : (
          <div role="status" aria-busy="true" aria-label={say("Studies are being looked up")}>
            <Bone height="120px" />
          </div>
        )
      ) : asked.data.length === 0 ? (
        <Nothing />
      ) : (
        <ul className="stack" aria-label={say("Studies")}>
          {asked.data.map((row) => (
            <One key={row.id} row={row} twin={twins.has(row.name)} />
          ))}
        </ul>
      )}
    </div>
  );
}

function Nothing() {
  return (
    <Card>
      <Empty title={say("There is no study yet.")}>
        <p>
          {say(
            "A study puts the same questions to councils that differ in one thing, such as who judges or who sits, and tells which differences are more than chance.",
          )}
        </p>
        <p>
          <Say
            text="One over questions of your own begins with <many>Many questions</many>, on the first page."
            tags={{ many: (words) => <Link href="/">{words}</Link> }}
          />
        </p>
        <p>
          <Say
            text="At a terminal <command></command> writes a file to begin with; <run></run> asks its questions, and they appear here."
            tags={{
              command: () => <code>{GUIDE}</code>,
              run: () => <code>{"moot study run NAME.toml"}</code>,
            }}
          />
        </p>
      </Empty>
    </Card>
  );
}

/** Names that stand there more than once. */
const repeated = (names: readonly string[]): ReadonlySet<string> =>
  new Set(names.filter((name, at) => names.indexOf(name) !== at));

/** One study; where others have its name, its id and the time it began at tell it apart. */
function One({ row, twin }: { row: StudyRow; twin: boolean }) {
  const begun = twin ? `${day(row.created)}, ${time(row.created)}` : day(row.created);
  return (
    <li className="stack tight box">
      <h2>
        <FlaskConical size={16} aria-hidden="true" /> <Link href={studyAddress(row.id)}>{row.name}</Link>{" "}
        {twin && <code className={`${figures["how"]} small wrap`}>{row.id.slice(0, 8)}</code>} <StateChip row={row} />
      </h2>
      <p className={`${figures["how"]} dotted small wrap`}>
        <span>
          {row.corpus === ""
            ? say("{questions} of a run, begun {day}", { questions: questions(row.questions), day: begun })
            : say("{questions} of {corpus}, begun {day}", {
                questions: questions(row.questions),
                corpus: row.corpus,
                day: begun,
              })}
        </span>
        {[
          say("{count, plural, one {# arm} other {# arms}}", { count: row.arms }),
          sessions(row.sessions),
          costWords(row),
        ].map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      <Bar row={row} />
      <StandingWords row={row} />
    </li>
  );
}
