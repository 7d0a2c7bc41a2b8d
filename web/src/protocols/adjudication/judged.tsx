// How do an adjudicator's findings look? Axes as a heat table, the answers side by side, scores and the rule they met.
import { Chip, type Tone } from "@/controls/Card";
import type { FindingOf } from "@/wire/types";
import { SEVERITIES, STATUS } from "./places";
import { Details, Everyone, Nothing, Prose, Score, Table, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { titleOf, wordsOf } from "@/language/names";
import { signed } from "@/findings/figures";
import { decimal, locale, Say, say } from "@/language/say";
import { beside } from "@/transcript/wording";

export function AxisScores({ finding }: { finding: FindingOf<"axis-scores"> }) {
  const seats = [...new Set(finding.scores.map(({ seat }) => seat))];
  const axes = [...new Set(finding.scores.map(({ axis }) => axis))];
  const at = new Map(finding.scores.map((each) => [`${each.seat} ${each.axis}`, each]));
  return (
    <>
      <Table says={say("Scores on each axis, 1 to 5")} head={[say("Answer"), ...axes.map(titleOf)]}>
        {seats.map((seat) => (
          <tr key={seat}>
            <th scope="row">
              <Who seat={seat} />
            </th>
            {axes.map((axis) => (
              <td key={axis}>
                <Score score={at.get(`${seat} ${axis}`)?.score ?? null} of={5} />
              </td>
            ))}
          </tr>
        ))}
      </Table>
      <details>
        <summary>{say("Reasons")}</summary>
        <ul className={`${css["list"]} stack`}>
          {finding.scores.map(({ seat, axis, reasons, given }) => (
            <li key={`${seat} ${axis}`}>
              <Who seat={seat} size={18} /> <span className="muted">{titleOf(axis)}</span>
              {Object.entries(reasons).map(([by, reason]) => (
                <p key={by} className="measure wrap">
                  {Object.keys(given).length > 1 && (
                    <>
                      <Who seat={by} size={16} /> {given[by]}:{" "}
                    </>
                  )}
                  <span lang="">{reason}</span>
                </p>
              ))}
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

const AGREEMENTS: Record<"agree" | "partial" | "disagree", readonly [string, Tone]> = {
  agree: [say("The answers agree"), "good"],
  partial: [say("The answers agree in part"), "mid"],
  disagree: [say("The answers disagree"), "bad"],
};

export function Compared({ finding }: { finding: FindingOf<"compared"> }) {
  const { agreement, dispute, consensus, findings, order, chains, by, struck } = finding;
  if (by === null) return <Nothing>{say("No comparison could be read.")}</Nothing>;
  return (
    <>
      {agreement !== "" && (
        <p className="row">
          <Chip tone={AGREEMENTS[agreement][1]}>{AGREEMENTS[agreement][0]}</Chip>
          {consensus !== "" && <span>{say("Most hold: {consensus}", { consensus })}</span>}
        </p>
      )}
      {dispute !== "" && (
        <p className="measure wrap">
          <b>{say("What divides them.")}</b> <span lang="">{dispute}</span>
        </p>
      )}
      {agreement === "" && findings.length === 0 && (
        <Nothing>{say("The merged list is empty: nothing was reported.")}</Nothing>
      )}
      {findings.length > 0 && (
        <Table
          says={say("The merged list of findings")}
          head={[say("Finding"), say("Status"), say("Severity"), say("Reported by"), say("Denied by")]}
        >
          {findings.map((each, at) => (
            <tr key={at}>
              <td lang="">{each.finding}</td>
              <td>
                <Chip tone={STATUS[each.status].tone}>{STATUS[each.status].says}</Chip>
              </td>
              <td>{SEVERITIES[each.severity] ?? each.severity}</td>
              <td>
                <Everyone seats={each.agree} none="–" />
              </td>
              <td>
                <Everyone seats={each.disagree} none="–" />
              </td>
            </tr>
          ))}
        </Table>
      )}
      {(struck ?? []).map((each, at) => (
        <p key={at} className="muted small measure">
          {each.why === "unreported" ? (
            say("Struck, as no answer reports it: {finding}", { finding: each.finding })
          ) : (
            <Say
              text="<member></member> is said to deny this, which does not count, as {why}: {finding}"
              values={{ why: STRUCK[each.why], finding: each.finding }}
              tags={{ member: () => <Who seat={each.by} size={16} /> }}
            />
          )}
        </p>
      ))}
      {chains > 0 && (
        <p className="muted small measure">
          {say("Chains of findings used one after the other: {chains, number}.", { chains })}
        </p>
      )}
      <Details of={finding.details} />
      {order.length > 0 && (
        <p className="muted small measure">
          {say("Strongest first, by the adjudicator; it decides nothing:")} <Everyone seats={order} />
        </p>
      )}
    </>
  );
}

const STRUCK = {
  unread: say("no passage was named"),
  not_found: say("the passage named stands in nothing it wrote"),
  changed_sides: say("it changed its position without a reason"),
};

export function ReplyScores({ finding }: { finding: FindingOf<"reply-scores"> }) {
  if (finding.places.length === 0) return <Nothing>{say("Nothing was scored.")}</Nothing>;
  return (
    <>
      <Table
        says={say("Scores, best first")}
        head={[say("Answer"), say("Score"), say("Axes"), say("Form"), say("Conviction"), say("Could not be read")]}
      >
        {finding.places.map(({ seat, score, base, penalty, conviction, compliant, missing, neutral }) => (
          <tr key={seat} data-first={seat === finding.winner || undefined}>
            <th scope="row">
              <Who seat={seat} />
            </th>
            <td>
              <Score score={score} of={finding.most === 0 ? 100 : finding.most} />
            </td>
            <td>{base === null ? "–" : decimal(base, 1)}</td>
            <td>{compliant ? say("kept") : `× ${decimal(penalty, penalty % 1 === 0 ? 0 : 1)}`}</td>
            <td>{conviction === 0 ? "0" : signed(conviction, conviction % 1 === 0 ? 0 : 1)}</td>
            <td className="muted small measure">
              {missing.length > 0 && beside(missing.map(wordsOf))}{" "}
              {neutral.length > 0 &&
                say("neutral for want of a reading: {axes}", { axes: beside(neutral.map(wordsOf)) })}
            </td>
          </tr>
        ))}
      </Table>
      <p className="muted small measure">
        {say(
          "Weighted axes, times what the form takes away, plus how the member met its rebuttals. Up to {most, number} without conviction.",
          { most: finding.most },
        )}
      </p>
    </>
  );
}

const CERTAIN: Record<Exclude<FindingOf<"measures">["certainty"], "">, string> = {
  high: say("certainty high"),
  moderate: say("certainty moderate"),
  low: say("certainty low"),
};

export function Measures({ finding }: { finding: FindingOf<"measures"> }) {
  const { rule, verdict_class, certainty, says, withheld, values, rubric } = finding;
  return (
    <>
      <p className="row">
        {rule === 0 ? say("Nothing could be ruled.") : <b className="title">{titleOf(verdict_class)}</b>}
        {certainty !== "" && <Chip tone="gold">{CERTAIN[certainty]}</Chip>}
        {rule > 0 && (
          <span className="muted">
            {rubric === ""
              ? say("rule {rule, number} of the rubric", { rule })
              : say("rule {rule, number} of the rubric {rubric}", { rule, rubric: titleOf(rubric) })}
          </span>
        )}
        {withheld && <Chip tone="mid">{say("no verdict is written at this class")}</Chip>}
      </p>
      <Prose text={says} />
      <dl className={"tiles"}>
        {Object.entries(values).map(([name, value]) => (
          <div key={name} className="line spread pad outlined rounded-s">
            <dt>{titleOf(name)}</dt>
            <dd>
              {typeof value === "number" ? Number(value.toFixed(2)).toLocaleString(locale) : titleOf(String(value))}
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const alpha = (value: number | null): string => (value === null ? say("not defined") : decimal(value, 2));

export function AdjudicatorAgreement({ finding }: { finding: FindingOf<"adjudicator-agreement"> }) {
  const { scores, labels, flips, units } = finding;
  if (units === 0 && scores === null && labels === null && flips === null)
    return (
      <>
        <p className="row">
          <Everyone seats={finding.adjudicators} />
        </p>
        <p>{say("Nothing was judged by two of them: how far they agree is not known.")}</p>
      </>
    );
  return (
    <>
      <p className="row">
        <Everyone seats={finding.adjudicators} />
      </p>
      <Table says={say("Krippendorff's alpha")} head={[say("What was judged"), say("Agreement")]}>
        {(
          [
            [say("Scores, as an order"), finding.scores],
            [say("Scores, as distances"), finding.scores_interval],
            [say("Labels"), finding.labels],
            [say("Changes of position"), finding.flips],
          ] as const
        ).map(([what, value]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{alpha(value)}</td>
          </tr>
        ))}
      </Table>
      <p className="muted small measure">
        {say(
          "Krippendorff's alpha: 1 is full agreement, 0 what chance gives. {units, plural, one {# score was} other {# scores were}} given by at least two of them.",
          { units: finding.units },
        )}
      </p>
    </>
  );
}
