// Show what a study found: differences to the baseline, classes of verdicts, planted bugs.
import { Download } from "lucide-react";
import { Card } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { say } from "@/language/say";
import { decimal, number, percent } from "@/language/written";
import { Rows } from "../analytics/parts";
import type { Report } from "./asked";
import { Forest } from "./Forest";
import { Planted } from "./Planted";
import { betweenBy, figureWords, measureOf, NONE, usualWords } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

export function Result({ id, report }: { id: string; report: Report }) {
  return (
    <>
      <Differences report={report} />
      <Classes report={report} />
      <Planted report={report} />
      <p>
        <a className="tap push" href={`/api/studies/${id}/report.html`} download>
          <Download size={15} aria-hidden="true" /> {say("Save the report as one page, in English")}
        </a>
      </p>
    </>
  );
}

function Differences({ report }: { report: Report }) {
  const { baseline, differences, primary, wanted } = report;
  const between = betweenBy(report, primary);
  const others = Object.keys(differences)
    .filter((name) => name !== primary)
    .sort();
  const compared = (differences[primary] ?? []).length > 0;
  return (
    <Card
      className="stack"
      title={say("Differences to {arm}: {measure}", { arm: baseline, measure: measureOf(primary) })}
    >
      {wanted !== "" && (
        <p>
          {say("The measure “{wanted}” is in none of these sessions, so “{primary}” decides.", {
            wanted: measureOf(wanted),
            primary: measureOf(primary),
          })}
        </p>
      )}
      {compared ? (
        <Forest told={differences[primary] ?? []} baseline={baseline} between={between} />
      ) : (
        <p>{say("There is no other arm to compare.")}</p>
      )}
      {compared && others.length > 0 && (
        <Disclosure title={say("Every other measure")}>
          <p className={`${figures["how"]} small wrap`}>{say("One measure decides. The others are exploratory.")}</p>
          {others.map((name) => (
            <section key={name} className="above">
              <h3>{measureOf(name)}</h3>
              <Forest told={differences[name] ?? []} baseline={baseline} between={betweenBy(report, name)} />
            </section>
          ))}
        </Disclosure>
      )}
    </Card>
  );
}

function Classes({ report }: { report: Report }) {
  const names = [...new Set(report.arms.flatMap((arm) => Object.keys(arm.classes)))];
  if (names.every((name) => name === NONE)) return null; // a protocol that rules nothing has no classes to tell
  const changed = new Map(report.classes.map((each) => [each.arm, each]));
  return (
    <Card className="stack" title={say("Classes of verdicts")}>
      <div className={css["arms"]}>
        <Rows
          caption={say("Classes of verdicts by arm")}
          heads={[
            { title: say("Arm") },
            { title: say("Sessions by class"), words: true },
            { title: say("Another class than {arm}", { arm: report.baseline }), how: say("Share of questions") },
            { title: "p", how: say("Adjusted for the number of arms, by Holm") },
            { title: say("Two repeats agree"), how: say("How often two repeats of a question have the same class") },
          ]}
        >
          {report.arms.map((arm) => {
            const other = changed.get(arm.name);
            return (
              <tr key={arm.name} data-made>
                <th scope="row">{arm.name}</th>
                <td data-head={say("Sessions by class")}>
                  {Object.entries(arm.classes)
                    .map(([name, often]) => `${usualWords(name)} ${number(often)}`)
                    .join(", ")}
                  {arm.degraded > 0 && (
                    <small className="mid">
                      {" "}
                      {say("{degraded} of {finished} degraded", {
                        degraded: number(arm.degraded),
                        finished: number(arm.finished),
                      })}
                    </small>
                  )}
                </td>
                <td data-head={say("Another class than {arm}", { arm: report.baseline })}>
                  {other === undefined ? "" : figureWords(other.changed, percent, other.planned)}
                </td>
                <td data-head="p">{other?.p_holm == null ? "" : decimal(other.p_holm, 3)}</td>
                <td data-head={say("Two repeats agree")}>{figureWords(arm.stability.agreement, percent)}</td>
              </tr>
            );
          })}
        </Rows>
      </div>
    </Card>
  );
}
