// How do findings of a consensus look? Rounds with their confidence, and what each strategy did with the answers.
import { Chip } from "@/controls/Card";
import { Meter } from "@/controls/Meter";
import type { FindingOf } from "@/wire/types";
import { percent, percents } from "@/findings/figures";
import { Everyone, Nothing, Prose, Table, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { decimal, Say, say } from "@/language/say";

export function Round({
  held,
  threshold,
  best,
  titled = true,
}: {
  held: FindingOf<"rounds">["rounds"][number];
  threshold: number;
  best: boolean;
  /** Not where that stands above it. */
  titled?: boolean;
}) {
  const { number, heard, kept, dropped, said, arbiter, confidence, refinement_areas, ranking, geometric, note } = held;
  return (
    <section className={`${css["group"]} stack`}>
      <h3>
        {titled && say("Round {number, number}", { number })} {best && <Chip tone="gold">{say("the best round")}</Chip>}
        {held.needs_iteration && <Chip tone="mid">{say("another round asked for")}</Chip>}
      </h3>
      {confidence === null ? (
        <Nothing>{say("Nobody arbitrated this round.")}</Nothing>
      ) : (
        <Meter
          label={say("The arbiter's confidence in round {number, number}", { number })}
          value={confidence}
          says={enoughWords(confidence, threshold)}
          tone={confidence >= threshold ? "good" : "mid"}
        />
      )}
      <dl className={`${css["details"]} stack tight`}>
        {arbiter !== "" && (
          <div>
            <dt>{say("Arbiter")}</dt>
            <dd>
              <Who seat={arbiter} size={18} />
            </dd>
          </div>
        )}
        <div>
          <dt>{say("Heard")}</dt>
          <dd>
            <Everyone seats={heard} />
          </dd>
        </div>
        {kept.length !== heard.length && (
          <div>
            <dt>{say("To the arbiter")}</dt>
            <dd>
              <Everyone seats={kept} />
            </dd>
          </div>
        )}
        {dropped.length > 0 && (
          <div>
            <dt>{say("Set aside")}</dt>
            <dd>
              <Everyone seats={dropped} />
            </dd>
          </div>
        )}
        {ranking.length > 0 && (
          <div>
            <dt>{say("Best first")}</dt>
            <dd>
              <Everyone seats={ranking} />
            </dd>
          </div>
        )}
        {Object.keys(said).length > 0 && (
          <div>
            <dt>{say("Said of themselves")}</dt>
            <dd className="inline wraps">
              {Object.entries(said).map(([seat, sure]) => (
                <span key={seat}>
                  <Who seat={seat} size={18} /> {percent(sure)}
                </span>
              ))}
            </dd>
          </div>
        )}
        {geometric !== null && (
          <div>
            <dt>{say("Likeness")}</dt>
            <dd>
              {geometric.outliers.length === 0 ? (
                say("{likeness} of the way from unrelated to identical", { likeness: percent(geometric.calibrated) })
              ) : (
                <Say
                  text="{likeness} of the way from unrelated to identical; far from the rest: <names></names>"
                  values={{ likeness: percent(geometric.calibrated) }}
                  tags={{ names: () => <Everyone seats={geometric.outliers} /> }}
                />
              )}
            </dd>
          </div>
        )}
      </dl>
      {refinement_areas.length > 0 && (
        <p className="measure wrap">
          <b>{say("To look into:")}</b> {refinement_areas.join("; ")}
        </p>
      )}
      {note !== "" && <p className="muted small measure">{note}</p>}
    </section>
  );
}

function enoughWords(confidence: number, threshold: number): string {
  const [sure, wanted] = percents(confidence, threshold);
  return confidence >= threshold
    ? say("{sure}, reaches {wanted}", { sure, wanted })
    : say("{sure}, below {wanted}", { sure, wanted });
}

export function Rounds({ finding }: { finding: FindingOf<"rounds"> }) {
  const { rounds, threshold, cap, best, why } = finding;
  const until = { threshold: percent(threshold), cap };
  return (
    <>
      {rounds.map((held) => (
        <Round key={held.number} held={held} threshold={threshold} best={held.number === best} />
      ))}
      <Prose text={why || say("They go on until {threshold} or round {cap, number}.", until)} />
    </>
  );
}

export function AnswerGroups({ finding }: { finding: FindingOf<"answer-groups"> }) {
  const { groups, by, votes, of, majority, declined } = finding;
  return (
    <>
      <p className="row">
        <Chip tone={majority ? "good" : "mid"}>{majority ? say("a majority") : say("no majority")}</Chip>
        {say("{votes, number} of {answers, number} answers say the same", { votes, answers: of })}
        <span className="muted">
          {by === "" ? say("compared by code") : say("compared by")} {by !== "" && <Who seat={by} />}
        </span>
      </p>
      <ol className={`${css["list"]} stack`}>
        {groups.map((group) => (
          <li key={group.join()}>
            <Everyone seats={group} />
          </li>
        ))}
      </ol>
      {declined.length > 0 && (
        <p className="row">
          {say("Declined to answer:")} <Everyone seats={declined} />
        </p>
      )}
    </>
  );
}

export function AnswerClusters({ finding }: { finding: FindingOf<"answer-clusters"> }) {
  const { clusters, kept, cluster, distances, density, note, algorithm } = finding;
  return (
    <>
      <p className="row">
        {say("Kept for the arbiter:")} <Everyone seats={kept} />
      </p>
      <Table says={say("Clusters of answers")} head={[say("Member"), say("Cluster"), say("Distance to the centre")]}>
        {Object.entries(clusters).map(([seat, number]) => (
          <tr key={seat} data-first={number === cluster || undefined}>
            <th scope="row">
              <Who seat={seat} />
            </th>
            <td>{number === -1 ? say("none") : number}</td>
            <td>{distances[seat] === undefined ? "–" : decimal(distances[seat], 2)}</td>
          </tr>
        ))}
      </Table>
      <p className="muted small measure">
        {density === null
          ? say("Clustered by {algorithm}.", { algorithm: algorithm.toUpperCase() })
          : say("Clustered by {algorithm}, density {density}.", {
              algorithm: algorithm.toUpperCase(),
              density: decimal(density, 2),
            })}{" "}
        {note}
      </p>
    </>
  );
}

export function Elimination({ finding }: { finding: FindingOf<"elimination"> }) {
  const { order, eliminated } = finding;
  return (
    <>
      <ol className={`${css["list"]} stack`}>
        {order.map((seat) => (
          <li key={seat} className="row">
            <Who seat={seat} />{" "}
            <Chip tone={eliminated.includes(seat) ? "bad" : "good"}>
              {eliminated.includes(seat) ? say("leaves") : say("stays")}
            </Chip>
          </li>
        ))}
      </ol>
      {eliminated.length === 0 && <p className="muted small measure">{say("Nobody leaves.")}</p>}
    </>
  );
}

export function Parts({ finding }: { finding: FindingOf<"parts"> }) {
  return (
    <dl className={`${css["details"]} stack tight`}>
      {Object.entries(finding.parts).map(([seat, part]) => (
        <div key={seat}>
          <dt>
            <Who seat={seat} />
          </dt>
          <dd>{part}</dd>
        </div>
      ))}
    </dl>
  );
}
