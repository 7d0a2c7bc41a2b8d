// How do an adjudicator's findings look? Axes as a heat table, the answers side by side, scores and the rule they met.
import { Chip, type Tone } from "@/controls/Card";
import type { FindingOf } from "@/wire/types";
import { STATUS } from "./places";
import { Details, Everyone, inWords, Nothing, Score, Table, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import ours from "./findings.module.css";

export function AxisScores({ finding }: { finding: FindingOf<"axis-scores"> }) {
  const seats = [...new Set(finding.scores.map(({ seat }) => seat))];
  const axes = [...new Set(finding.scores.map(({ axis }) => axis))];
  const at = new Map(finding.scores.map((each) => [`${each.seat} ${each.axis}`, each]));
  return (
    <>
      <Table says="Scores on each axis, 1 to 5" head={["Answer", ...axes.map(inWords)]}>
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
      <details className={css["more"]}>
        <summary>Reasons</summary>
        <ul className={css["list"]}>
          {finding.scores.map(({ seat, axis, reasons, given }) => (
            <li key={`${seat} ${axis}`}>
              <Who seat={seat} size={18} /> <span className={css["quiet"]}>{inWords(axis)}</span>
              {Object.entries(reasons).map(([by, reason]) => (
                <p key={by} className={css["prose"]}>
                  {Object.keys(given).length > 1 && (
                    <>
                      <Who seat={by} size={16} /> {given[by]}:{" "}
                    </>
                  )}
                  {reason}
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
  agree: ["The answers agree", "good"],
  partial: ["The answers agree in part", "mid"],
  disagree: ["The answers disagree", "bad"],
};

export function Compared({ finding }: { finding: FindingOf<"compared"> }) {
  const { agreement, dispute, consensus, findings, order, chains, by, struck } = finding;
  if (by === null) return <Nothing>No comparison could be read.</Nothing>;
  return (
    <>
      {agreement !== "" && (
        <p className={css["lead"]}>
          <Chip tone={AGREEMENTS[agreement][1]}>{AGREEMENTS[agreement][0]}</Chip>
          {consensus !== "" && <span>Most hold: {consensus}</span>}
        </p>
      )}
      {dispute !== "" && (
        <p className={css["prose"]}>
          <b>What divides them.</b> {dispute}
        </p>
      )}
      {findings.length > 0 && (
        <Table
          says="The merged list of findings"
          head={["Finding", "Standing", "Severity", "Reported by", "Denied by"]}
        >
          {findings.map((each, at) => (
            <tr key={at}>
              <td className={ours["wide"]}>{each.finding}</td>
              <td>
                <Chip tone={STATUS[each.status]}>{each.status}</Chip>
              </td>
              <td>{each.severity}</td>
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
        <p key={at} className={css["small"]}>
          {each.why === "unreported" ? "Struck, as no answer reports it: " : <Struck by={each.by} why={each.why} />}
          {each.finding}
        </p>
      ))}
      {chains > 0 && <p className={css["small"]}>Chains of findings used one after the other: {chains}.</p>}
      <Details of={finding.details} />
      {order.length > 0 && (
        <p className={css["small"]}>
          Strongest first, by the adjudicator; it decides nothing: <Everyone seats={order} />
        </p>
      )}
    </>
  );
}

const STRUCK = {
  unread: "no passage was named",
  not_found: "the passage named stands in nothing it wrote",
  changed_sides: "it changed its position without a reason",
};

function Struck({ by, why }: { by: string; why: keyof typeof STRUCK }) {
  return (
    <>
      <Who seat={by} size={16} /> is said to deny this, which does not count, as {STRUCK[why]}:{" "}
    </>
  );
}

export function ReplyScores({ finding }: { finding: FindingOf<"reply-scores"> }) {
  if (finding.places.length === 0) return <Nothing>Nothing was scored.</Nothing>;
  return (
    <>
      <Table says="Scores, best first" head={["Answer", "Score", "Axes", "Form", "Conviction", "Could not be read"]}>
        {finding.places.map(({ seat, score, base, penalty, conviction, compliant, missing, neutral }) => (
          <tr key={seat} data-first={seat === finding.winner || undefined}>
            <th scope="row">
              <Who seat={seat} />
            </th>
            <td>
              <Score score={score} of={finding.most === 0 ? 100 : finding.most} />
            </td>
            <td>{base === null ? "–" : base.toFixed(1)}</td>
            <td>{compliant ? "kept" : `× ${String(penalty)}`}</td>
            <td>{conviction === 0 ? "0" : `${conviction > 0 ? "+" : ""}${String(conviction)}`}</td>
            <td className={css["small"]}>
              {missing.length > 0 && missing.join(", ")}
              {neutral.length > 0 && `neutral for want of a reading: ${neutral.join(", ")}`}
            </td>
          </tr>
        ))}
      </Table>
      <p className={css["small"]}>
        Weighted axes, times what the form takes away, plus how the member met its rebuttals. Up to {finding.most}{" "}
        without conviction.
      </p>
    </>
  );
}

export function Measures({ finding }: { finding: FindingOf<"measures"> }) {
  const { rule, verdict_class, certainty, says, withheld, values, rubric } = finding;
  return (
    <>
      <p className={css["lead"]}>
        {rule === 0 ? "Nothing could be ruled." : <b className={ours["class"]}>{inWords(verdict_class)}</b>}
        {certainty !== "" && <Chip tone="gold">certainty {certainty}</Chip>}
        {rule > 0 && (
          <span className={css["quiet"]}>
            rule {rule} of {rubric === "" ? "the rubric" : `the rubric ${rubric}`}
          </span>
        )}
        {withheld && <Chip tone="mid">no verdict is written at this class</Chip>}
      </p>
      {says !== "" && <p className={css["prose"]}>{says}</p>}
      <dl className={ours["measures"]}>
        {Object.entries(values).map(([name, value]) => (
          <div key={name}>
            <dt>{inWords(name)}</dt>
            <dd>{typeof value === "number" ? Number(value.toFixed(2)) : inWords(String(value))}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const alpha = (value: number | null): string => (value === null ? "not defined" : value.toFixed(2));

export function AdjudicatorAgreement({ finding }: { finding: FindingOf<"adjudicator-agreement"> }) {
  const { scores, labels, flips, units } = finding;
  if (units === 0 && scores === null && labels === null && flips === null)
    return (
      <>
        <p className={css["lead"]}>
          <Everyone seats={finding.adjudicators} />
        </p>
        <p>Nothing was judged by two of them: how far they agree is not known.</p>
      </>
    );
  return (
    <>
      <p className={css["lead"]}>
        <Everyone seats={finding.adjudicators} />
      </p>
      <Table says="Krippendorff's alpha" head={["What was judged", "Agreement"]}>
        {(
          [
            ["Scores, as an order", finding.scores],
            ["Scores, as distances", finding.scores_interval],
            ["Labels", finding.labels],
            ["Changes of position", finding.flips],
          ] as const
        ).map(([what, value]) => (
          <tr key={what}>
            <th scope="row">{what}</th>
            <td>{alpha(value)}</td>
          </tr>
        ))}
      </Table>
      <p className={css["small"]}>
        Krippendorff&apos;s alpha: 1 is full agreement, 0 what chance gives. {finding.units} scores were given by at
        least two of them.
      </p>
    </>
  );
}
