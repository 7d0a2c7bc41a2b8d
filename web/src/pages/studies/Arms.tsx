// What are the arms of a study, how far is each, and what did it come to by each measure?
import { Card, Chip } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { money } from "@/councils/money";
import { listed, say } from "@/language/say";
import { titleOf, wordsOf } from "@/language/names";
import { number } from "@/language/written";
import { Rows } from "../analytics/parts";
import type { Report, StudyHead } from "./asked";
import { figureWords, measuredBy, measureOf } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

type Arm = StudyHead["arms"][number];

export function Arms({ head, report }: { head: StudyHead; report: Report | null }) {
  const found = new Map(report?.arms.map((arm) => [arm.name, arm]));
  const primary = report?.primary ?? head.primary;
  const names = [...new Set(report?.arms.flatMap((arm) => Object.keys(arm.measures)))];
  const others = names.filter((name) => name !== primary).sort();
  return (
    <Card className={css["part"]} title={say("Arms")}>
      <Rows
        caption={say("Every arm of the study")}
        heads={[
          { title: say("Arm") },
          ...(names.includes(primary) ? [{ title: measureOf(primary) }] : []),
          { title: say("Finished") },
          { title: say("Degraded"), how: say("Results from which something is missing") },
          { title: say("Failed") },
          ...(report === null ? [] : [{ title: say("Cost") }]),
          { title: say("Made of"), words: true },
        ]}
      >
        {head.arms.map((arm) => {
          const own = found.get(arm.name);
          return (
            <tr key={arm.name}>
              <th scope="row">
                {arm.name} {arm.name === head.baseline && <Chip>{say("baseline")}</Chip>}
              </th>
              {names.includes(primary) && <td>{own !== undefined && measured(own, primary, report)}</td>}
              <td>
                {say("{done} of {all}", {
                  done: number(arm.counts.done),
                  all: number(arm.counts.done + arm.counts.running + arm.counts.failed + arm.counts.left),
                })}
              </td>
              <td>{arm.counts.degraded > 0 ? <Chip tone="mid">{number(arm.counts.degraded)}</Chip> : number(0)}</td>
              <td>{arm.counts.failed > 0 ? <Chip tone="bad">{number(arm.counts.failed)}</Chip> : number(0)}</td>
              {report !== null && (
                <td>{own === undefined ? "" : own.cost_known ? money(own.cost / 1e9) : say("unknown")}</td>
              )}
              <td className={css["words"]}>{madeOf(arm)}</td>
            </tr>
          );
        })}
      </Rows>
      {report !== null && others.length > 0 && (
        <Disclosure title={say("Every other measure")}>
          <Rows
            caption={say("Every other measure by arm")}
            heads={[{ title: say("Arm") }, ...others.map((name) => ({ title: measureOf(name) }))]}
          >
            {report.arms.map((arm) => (
              <tr key={arm.name}>
                <th scope="row">{arm.name}</th>
                {others.map((name) => (
                  <td key={name}>{measured(arm, name, report)}</td>
                ))}
              </tr>
            ))}
          </Rows>
        </Disclosure>
      )}
      {report !== null && (
        <p className={figures["how"]}>
          {say(
            "In brackets the 95 % interval and the number of questions it rests on: of 100 studies made like this one, about 95 have an interval that holds the true figure. Repeats of a question count as one. With fewer than five questions no figure is told.",
          )}
        </p>
      )}
    </Card>
  );
}

function measured({ measures }: Report["arms"][number], name: string, report: Report | null): string {
  const figure = measures[name];
  return figure === undefined || report === null ? "" : figureWords(figure, measuredBy(report, name));
}

/** An option and its value; what is only on or off is named alone. */
function setWords(name: string, value: string): string {
  if (value === "true") return name;
  return value === "false" ? say("without {name}", { name }) : `${name}: ${value}`;
}

/** In words, what an arm asks, or of what it forks. */
function madeOf(arm: Arm): string {
  const told: string[] = [];
  if (arm.of !== "") told.push(say("{arm} from {stage} on", { arm: arm.of, stage: wordsOf(arm.stage) }));
  if (arm.unchanged) told.push(say("nothing changed"));
  if (arm.council !== "") told.push(arm.council);
  if (arm.members.length > 0) told.push(listed(arm.members));
  if (arm.protocol !== "") told.push(titleOf(arm.protocol));
  if (arm.rubric !== "") told.push(say("rubric {name}", { name: arm.rubric }));
  if (arm.adjudicators.length > 0) told.push(say("judged by {models}", { models: listed(arm.adjudicators) }));
  if (arm.chair !== "") told.push(say("chair {model}", { model: arm.chair }));
  for (const [name, value] of Object.entries(arm.options)) told.push(setWords(wordsOf(name), value));
  return told.length === 0 ? say("the default council") : told.join("; ");
}
