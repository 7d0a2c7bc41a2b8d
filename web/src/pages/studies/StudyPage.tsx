// One study: how far it is, and in parts what it found. It is looked at again and again while it runs.
import type { ReactNode } from "react";
import { Link } from "wouter";
import { Card, Failed } from "@/controls/Card";
import { say } from "@/language/say";
import { day, time } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useTitle } from "../title";
import { stampOf, studyAddress, useFigures, useStudy, type Report, type StudyHead } from "./asked";
import { Arms } from "./Arms";
import { JudgesPart } from "./JudgesPart";
import { Making } from "./Making";
import { MatrixPart } from "./MatrixPart";
import { ModelsPart } from "./ModelsPart";
import { OrderPart } from "./OrderPart";
import { Result } from "./Result";
import { StabilityPart } from "./StabilityPart";
import { Bar, Causes, Commands, costWords, Scripted, StandingWords, StateChip, Untouched } from "./Standing";
import { Steering } from "./steering/Steering";
import { questions } from "./words";
import figures from "../figures.module.css";

const PARTS: Record<string, string> = {
  "": say("Result"),
  matrix: say("Questions"),
  models: say("Models"),
  stability: say("Stability"),
  judges: say("Judges"),
  order: say("Order"),
};

export function StudyPage({ id, part }: { id: string; part: string }) {
  const asked = useStudy(id);
  useTitle(asked.data?.study.name ?? say("Study"));
  if (asked.data === undefined)
    return asked.error !== null ? (
      <Failed whole problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
    ) : (
      <Making />
    );
  const head = asked.data;
  const { study } = head;
  return (
    <div className={`${figures["page"] ?? ""} ${figures["wide"] ?? ""}`}>
      <header className={figures["head"]}>
        <p className={`${figures["how"]} small wrap`}>
          <Link href="/studies">{say("Studies")}</Link>
        </p>
        <div className="row">
          <h1>{study.name}</h1> <code className={`${figures["how"]} small wrap`}>{study.id.slice(0, 8)}</code>{" "}
          <StateChip row={study} />
        </div>
        {asked.failureCount > 0 && (
          <p role="status" className="mid">
            {say("The server does not answer. This is how the study stood at {time}.", {
              time: time(asked.dataUpdatedAt),
            })}
          </p>
        )}
        <p>{headWords(head)}</p>
        <Bar row={study} />
        <StandingWords row={study} />
        <Scripted row={study} />
        <Causes head={head} />
        <Untouched head={head} />
        <Steering head={head} />
        <Commands head={head} />
        <nav className={`${figures["legend"]} row`} aria-label={say("Parts of the study")}>
          {Object.entries(PARTS).map(([name, title]) => (
            <Link key={name} href={studyAddress(id, name)} aria-current={part === name ? "page" : undefined}>
              {title}
            </Link>
          ))}
        </nav>
      </header>
      {part === "matrix" ? (
        <MatrixPart id={id} stamp={stampOf(head)} />
      ) : (
        <Found id={id} head={head} part={part}>
          {(report) =>
            part === "models" ? (
              <ModelsPart report={report} />
            ) : part === "stability" ? (
              <StabilityPart report={report} />
            ) : part === "judges" ? (
              <JudgesPart report={report} />
            ) : part === "order" ? (
              <OrderPart report={report} />
            ) : (
              <Result id={id} report={report} />
            )
          }
        </Found>
      )}
    </div>
  );
}

function headWords({ study, repeats }: StudyHead): string {
  const of =
    study.corpus === ""
      ? questions(study.questions)
      : say("{questions} of {corpus} version {version}", {
          questions: questions(study.questions),
          corpus: study.corpus,
          version: study.corpus_version,
        });
  const asked = say("{count, plural, one {asked once} other {asked # times}}", { count: repeats });
  return [of, asked, costWords(study), say("begun {day}", { day: day(study.created) })].join(", ");
}

interface FoundGiven {
  id: string;
  head: StudyHead;
  part: string;
  children: (report: Report) => ReactNode;
}

/** The figures once they are made; before any session ended, what is going to be compared. */
function Found({ id, head, part, children }: FoundGiven) {
  const asked = useFigures(id, "", stampOf(head));
  if (head.study.done === 0) return <Nothing head={head} part={part} />;
  if (asked.error !== null)
    return (
      <>
        <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
        <Arms head={head} report={null} />
      </>
    );
  const found = asked.data;
  if (found === undefined) return <Making />;
  return (
    <div className="stack loose">
      {found.sessions < head.study.done && (
        <p className={`${figures["how"]} small wrap`} role="status">
          {say(
            "These figures rest on {count, plural, one {# session} other {# sessions}}; newer ones are being made.",
            {
              count: found.sessions,
            },
          )}
        </p>
      )}
      {part === "" && <Arms head={head} report={found.report} />}
      {children(found.report)}
    </div>
  );
}

function Nothing({ head, part }: { head: StudyHead; part: string }) {
  return (
    <div className="stack loose">
      <Card>
        <p>
          {head.study.running > 0
            ? say("No session has ended yet. Figures appear here as soon as some have.")
            : say("No session of this study has a result, so there is nothing to tell yet.")}
        </p>
      </Card>
      {part === "" && <Arms head={head} report={null} />}
    </div>
  );
}
