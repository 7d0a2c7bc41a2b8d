// Does a question come to the same when it is asked again, and does it tell models apart?
import type { ReactNode } from "react";
import { Button } from "@/controls/Button";
import { Card, Failed } from "@/controls/Card";
import { say } from "@/language/say";
import { decimal, number, percent } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { Rows, Sum } from "../analytics/parts";
import { useQuestions, type Figure, type QuestionRow, type Report } from "./asked";
import { ArmChoice, useArm } from "./ArmChoice";
import { Making } from "./Making";
import { figureWords, usualWords, writerOf } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

const points = writerOf(false);

export function StabilityPart({ id, report, stamp }: { id: string; report: Report; stamp: string }) {
  const arms = report.arms.map((arm) => arm.name);
  const [arm, choose] = useArm(arms, report.baseline);
  const own = report.arms.find((each) => each.name === arm);
  if (own === undefined) return null;
  return (
    <>
      <ArmChoice arms={arms} arm={arm} choose={choose} />
      <Card className={css["part"]} title={say("Stability")}>
        {own.stability.agreement.n === 0 && own.winners.agreement.n === 0 ? (
          <p>
            {own.planned > report.questions
              ? say("No question has two results under this arm yet: how stable they are is told once some have.")
              : say(
                  "No question has two results under this arm, so nobody can tell how stable they are. A study that asks each question twice or more tells it.",
                )}
          </p>
        ) : (
          <Stable {...{ id, arm, own, stamp }} />
        )}
      </Card>
      <Card className={css["part"]} title={say("Questions that tell models apart")}>
        <List id={id} arm="" sort="discrimination" stamp={stamp}>
          {(rows) =>
            rows.length === 0 ? (
              <p>{say("No question has five scores of single models, below which it is not told.")}</p>
            ) : (
              <Rows
                caption={say("Questions that tell models apart, the most telling first")}
                heads={[
                  { title: say("Question") },
                  { title: say("Spread"), how: say("Standard deviation of the models’ means") },
                  { title: say("Between models"), how: say("Share of the variance of scores, with its interval") },
                  { title: say("Models") },
                ]}
              >
                {rows.map((row) => (
                  <tr key={row.question}>
                    <th scope="row">{row.question}</th>
                    <td>{row.spread === null ? "–" : decimal(row.spread, 2)}</td>
                    <td>{row.icc === null ? "–" : figureWords(row.icc, points)}</td>
                    <td>{number(row.models)}</td>
                  </tr>
                ))}
              </Rows>
            )
          }
        </List>
        <p className={figures["how"]}>
          {say("Under {arm}; n counts scores. A question on which all models come out alike tells nothing of them.", {
            arm: report.baseline,
          })}
        </p>
      </Card>
    </>
  );
}

interface StableGiven {
  id: string;
  arm: string;
  own: Report["arms"][number];
  stamp: string;
}

/** How often repeats come to the same, and the questions, the least stable first. */
function Stable({ id, arm, own, stamp }: StableGiven) {
  return (
    <>
      <dl className={figures["sums"]}>
        {own.stability.agreement.n > 0 && <Agreed title={say("Same class")} figure={own.stability.agreement} />}
        {own.winners.agreement.n > 0 && <Agreed title={say("Same leading answer")} figure={own.winners.agreement} />}
      </dl>
      <p className={figures["how"]}>
        {say("How often two repeats of a question come to the same, over the questions that were repeated.")}
      </p>
      {own.stability.agreement.n > 0 && (
        <List id={id} arm={arm} sort="stability" stamp={stamp}>
          {(rows) => (
            <Rows
              caption={say("Questions, the least stable first")}
              heads={[
                { title: say("Question") },
                { title: say("Most often") },
                { title: say("Proportion"), how: say("Of its repeats") },
                { title: say("Every class") },
              ]}
            >
              {rows.map((row) => (
                <tr key={row.question}>
                  <th scope="row">{row.question}</th>
                  <td>{row.dominant === "" ? say("none") : usualWords(row.dominant)}</td>
                  <td>{figureWords(row.share, percent)}</td>
                  <td>
                    {Object.entries(row.classes)
                      .map(([name, often]) => `${usualWords(name)} ${number(often)}`)
                      .join(", ")}
                  </td>
                </tr>
              ))}
            </Rows>
          )}
        </List>
      )}
    </>
  );
}

function Agreed({ title, figure }: { title: string; figure: Figure }) {
  const told = figure.value === null ? "–" : percent(figure.value);
  return (
    <Sum title={title} says={figureWords(figure, percent)}>
      {told}
    </Sum>
  );
}

interface ListGiven {
  id: string;
  arm: string;
  sort: "stability" | "discrimination";
  stamp: string;
  children: (rows: readonly QuestionRow[]) => ReactNode;
}

function List({ id, arm, sort, stamp, children }: ListGiven) {
  const asked = useQuestions(id, arm, sort, stamp);
  if (asked.data === undefined)
    return asked.error !== null ? (
      <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
    ) : (
      <Making />
    );
  return (
    <>
      {children(asked.data.pages.flatMap((page) => page.questions))}
      {asked.hasNextPage && (
        <Button disabled={asked.isFetchingNextPage} onClick={() => void asked.fetchNextPage()}>
          {say("Show more questions")}
        </Button>
      )}
    </>
  );
}
