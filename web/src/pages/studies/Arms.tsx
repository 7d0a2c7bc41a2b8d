// What are the arms of a study, how far is each, and what did it come to by each measure?
import { Fragment, type ReactNode } from "react";
import { Card, Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { money } from "@/councils/money";
import { listed, say } from "@/language/say";
import { titleOf, wordsOf } from "@/language/names";
import { number } from "@/language/written";
import { Rows } from "../analytics/parts";
import type { Report, StudyHead } from "./asked";
import { figureWords, measuredBy, measureOf, sessions } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

type Arm = StudyHead["arms"][number];

export function Arms({ head, report }: { head: StudyHead; report: Report | null }) {
  const found = new Map(report?.arms.map((arm) => [arm.name, arm]));
  const primary = report?.primary ?? head.primary;
  const names = [...new Set(report?.arms.flatMap((arm) => Object.keys(arm.measures)))];
  const lead = [primary, "right", "right_where_answered", "right_untold"].filter(
    (name, at, all) => names.includes(name) && all.indexOf(name) === at,
  );
  const others = names.filter((name) => !lead.includes(name)).sort();
  const columns: Column[] = [
    { title: say("Arm"), of: () => "" },
    ...lead.map((name) => ({
      title: measureOf(name),
      of: ({ name: arm }: Arm) => {
        const own = found.get(arm);
        return own === undefined ? "" : measured(own, name, report);
      },
    })),
    { title: say("Finished"), of: ({ counts }) => finishedOf(counts) },
    {
      title: say("Degraded"),
      how: say("Results from which something is missing"),
      of: ({ counts }) => countOf(counts.degraded, "mid"),
    },
    { title: say("Failed"), of: ({ counts }) => countOf(counts.failed, "bad") },
    ...(report === null ? [] : [{ title: say("Cost"), of: ({ name }: Arm) => spentWords(found.get(name)) }]),
  ];
  return (
    <Card className="stack" title={say("Arms")}>
      <div className={css["arms"]}>
        <Rows caption={say("Every arm of the study")} heads={columns.map(({ title, how }) => ({ title, how }))}>
          {head.arms.map((arm) => (
            <Fragment key={arm.name}>
              <tr>
                <th scope="row">
                  {arm.name} {arm.name === head.baseline && <Chip>{say("baseline")}</Chip>}
                </th>
                {columns.slice(1).map(({ title, of }) => (
                  <td key={title} data-head={title}>
                    {of(arm)}
                  </td>
                ))}
              </tr>
              <tr data-made>
                <td colSpan={columns.length} className={`${css["made"]} muted wrap`}>
                  {say("Made of: {parts}", { parts: madeOf(arm, found.get(arm.name)) })}
                </td>
              </tr>
            </Fragment>
          ))}
        </Rows>
      </div>
      {report?.arms.map((arm) => (
        <Lacking key={arm.name} arm={arm} />
      ))}
      {report !== null && others.length > 0 && (
        <Disclosure title={say("Every other measure")}>
          <Rows
            caption={say("Every other measure by arm")}
            heads={[{ title: say("Measure") }, ...report.arms.map(({ name }) => ({ title: name }))]}
          >
            {others.map((name) => (
              <tr key={name}>
                <th scope="row">{measureOf(name)}</th>
                {report.arms.map((arm) => (
                  <td key={arm.name}>{measured(arm, name, report)}</td>
                ))}
              </tr>
            ))}
          </Rows>
        </Disclosure>
      )}
      {report !== null && (
        <p className={`${figures["how"]} small wrap`}>
          {say(
            "In brackets the 95 % interval and the number of questions it rests on: of 100 studies made like this one, about 95 have an interval that holds the true figure. Repeats of a question count as one. With fewer than five questions no figure is told.",
          )}
        </p>
      )}
    </Card>
  );
}

interface Column {
  title: string;
  how?: string;
  of: (arm: Arm) => ReactNode;
}

const finishedOf = ({ done, running, failed, left }: Arm["counts"]): string =>
  say("{done} of {all}", { done: number(done), all: number(done + running + failed + left) });
const countOf = (count: number, tone: "mid" | "bad"): ReactNode =>
  count > 0 ? <Chip tone={tone}>{number(count)}</Chip> : number(0);
const MOST_NAMED = 3;

/** What an arm's degraded results lack, most often first. */
function Lacking({ arm: { name, degraded, finished, missing } }: { arm: Report["arms"][number] }) {
  const named = Object.entries(missing).slice(0, MOST_NAMED);
  if (degraded === 0) return null;
  return (
    <div className="mid">
      <p>
        {degraded === finished
          ? say("Every result of {arm} is degraded: no figure of it is of a full council.", { arm: name })
          : say("{degraded} of {finished} results of {arm} are degraded.", {
              degraded: number(degraded),
              finished: number(finished),
              arm: name,
            })}
      </p>
      <ul>
        {named.map(([why, often]) => (
          <li key={why}>
            <Coded text={why} /> ({sessions(often)})
          </li>
        ))}
      </ul>
    </div>
  );
}

function measured({ measures }: Report["arms"][number], name: string, report: Report | null): string {
  const figure = measures[name];
  return figure === undefined || report === null ? "" : figureWords(figure, measuredBy(report, name), report.questions);
}

/** An option and its value; what is only on or off is named alone. */
function setWords(name: string, value: Arm["options"][string]): string {
  if (value === true) return name;
  if (value === false) return say("without {name}", { name });
  return `${name}: ${Array.isArray(value) ? listed(value) : value}`;
}

/** What an arm cost, and how much of that is of sessions in whose place others stand. */
function spentWords(own: Report["arms"][number] | undefined): string {
  if (own === undefined) return "";
  const { cost, cost_known, cost_again } = own;
  const sum = cost_known ? money(cost / 1e9) : say("unknown");
  return cost_again > 0 ? say("{sum}, of this asked again: {again}", { sum, again: money(cost_again / 1e9) }) : sum;
}

/** In words, what an arm asks, or of what it forks and what it keeps of that. */
function madeOf(arm: Arm, own: Report["arms"][number] | undefined): string {
  const parts: string[] = [];
  if (arm.of !== "") parts.push(say("{arm} from {stage} on", { arm: arm.of, stage: wordsOf(arm.from) }));
  if (arm.council !== "") parts.push(arm.council);
  if (arm.members.length > 0) parts.push(listed(arm.members));
  if (arm.protocol !== "") parts.push(titleOf(arm.protocol));
  if (arm.rubric !== "") parts.push(say("rubric {name}", { name: arm.rubric }));
  if (arm.adjudicators.length > 0) parts.push(say("judged by {models}", { models: listed(arm.adjudicators) }));
  if (arm.chair !== "") parts.push(say("chair {model}", { model: arm.chair }));
  for (const [name, value] of Object.entries(arm.options)) parts.push(setWords(wordsOf(name), value));
  if (arm.of !== "" && own !== undefined) parts.push(say("answers kept from it: {count}", { count: number(own.kept) }));
  return parts.length === 0 ? say("the default council") : parts.join("; ");
}
