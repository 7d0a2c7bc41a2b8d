// Does a question come to the same when it is asked again?
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { number, percent } from "@/language/written";
import { Rows, Sum } from "../analytics/parts";
import type { Figure, Report } from "./asked";
import { ArmChoice, useArm } from "./ArmChoice";
import { figureWords, usualWords } from "./words";
import figures from "../figures.module.css";

export function StabilityPart({ report }: { report: Report }) {
  const arms = report.arms.map((arm) => arm.name);
  const [arm, choose] = useArm(arms, report.baseline);
  const own = report.arms.find((each) => each.name === arm);
  if (own === undefined) return null;
  return (
    <>
      <ArmChoice arms={arms} arm={arm} choose={choose} />
      <Card className="stack" title={say("Stability")}>
        {own.stability.agreement.n === 0 && own.winners.agreement.n === 0 ? (
          <p>
            {own.planned > report.questions
              ? say("No question has two results under this arm yet: how stable they are is told once some have.")
              : say(
                  "No question has two results under this arm, so nobody can tell how stable they are. A study that asks each question twice or more tells it.",
                )}
          </p>
        ) : (
          <Stable own={own} />
        )}
      </Card>
    </>
  );
}

type ArmReport = Report["arms"][number];

/** How often repeats come to the same, and the questions, the least stable first. */
function Stable({ own }: { own: ArmReport }) {
  return (
    <>
      <dl className={figures["sums"]}>
        {own.stability.agreement.n > 0 && <Agreed title={say("Same class")} figure={own.stability.agreement} />}
        {own.winners.agreement.n > 0 && <Agreed title={say("Same leading answer")} figure={own.winners.agreement} />}
      </dl>
      <p className={`${figures["how"]} small wrap`}>
        {say("How often two repeats of a question come to the same, over the questions that were repeated.")}
      </p>
      {own.stability.agreement.n > 0 && <Questions own={own} />}
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

function Questions({ own }: { own: ArmReport }) {
  return (
    <Rows
      caption={say("Questions, the least stable first")}
      heads={[
        { title: say("Question") },
        { title: say("Most often") },
        { title: say("Proportion"), how: say("Of its repeats") },
        { title: say("Every class") },
      ]}
    >
      {own.stability.questions.map((row) => (
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
  );
}
