// How do findings of a consensus look? Rounds with their confidence, and what each strategy did with the answers.
import { Chip } from "@/controls/Card";
import type { FindingOf } from "@/wire/types";
import { percent, percents } from "@/findings/figures";
import { Everyone, Nothing, Table, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import ours from "./findings.module.css";

/** Confidence on its bar, with the threshold marked on it. */
export function Confidence({ value, threshold, label }: { value: number; threshold: number; label: string }) {
  const [is, wanted] = percents(value, threshold);
  const says = `${label}: ${is}, the threshold is ${wanted}`;
  const enough = value >= threshold;
  return (
    <div className={ours["confidence"]}>
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={value}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuetext={says}
      >
        <span data-enough={enough} style={{ width: `${String(Math.min(1, Math.max(0, value)) * 100)}%` }} />
        <i style={{ left: `${String(threshold * 100)}%` }} />
      </div>
      <b>{is}</b>
      <span className={css["quiet"]}>
        {enough ? "reaches" : "below"} {wanted}
      </span>
    </div>
  );
}

export function Round({
  held,
  threshold,
  best,
  titled = true,
}: {
  held: FindingOf<"rounds">["rounds"][number];
  threshold: number;
  best: boolean;
  /** Whether it says which round it is; not where that stands above it. */
  titled?: boolean;
}) {
  const { number, heard, kept, dropped, said, arbiter, confidence, refinement_areas, ranking, geometric, note } = held;
  return (
    <section className={css["group"]}>
      <h3>
        {titled && `Round ${String(number)}`} {best && <Chip tone="gold">the best round</Chip>}
        {held.needs_iteration && <Chip tone="mid">another round asked for</Chip>}
      </h3>
      {confidence === null ? (
        <Nothing>Nobody arbitrated this round.</Nothing>
      ) : (
        <Confidence
          value={confidence}
          threshold={threshold}
          label={`The arbiter's confidence in round ${String(number)}`}
        />
      )}
      <dl className={css["facts"]}>
        {arbiter !== "" && (
          <div>
            <dt>Arbiter</dt>
            <dd>
              <Who seat={arbiter} size={18} />
            </dd>
          </div>
        )}
        <div>
          <dt>Heard</dt>
          <dd>
            <Everyone seats={heard} />
          </dd>
        </div>
        {kept.length !== heard.length && (
          <div>
            <dt>To the arbiter</dt>
            <dd>
              <Everyone seats={kept} />
            </dd>
          </div>
        )}
        {dropped.length > 0 && (
          <div>
            <dt>Set aside</dt>
            <dd>
              <Everyone seats={dropped} />
            </dd>
          </div>
        )}
        {ranking.length > 0 && (
          <div>
            <dt>Best first</dt>
            <dd>
              <Everyone seats={ranking} />
            </dd>
          </div>
        )}
        {Object.keys(said).length > 0 && (
          <div>
            <dt>Said of themselves</dt>
            <dd className={css["everyone"]}>
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
            <dt>Likeness</dt>
            <dd>
              {percent(geometric.calibrated)} of the way from unrelated to identical
              {geometric.outliers.length > 0 && (
                <>
                  ; far from the rest: <Everyone seats={geometric.outliers} />
                </>
              )}
            </dd>
          </div>
        )}
      </dl>
      {refinement_areas.length > 0 && (
        <p className={css["prose"]}>
          <b>To look into:</b> {refinement_areas.join("; ")}
        </p>
      )}
      {note !== "" && <p className={css["small"]}>{note}</p>}
    </section>
  );
}

export function Rounds({ finding }: { finding: FindingOf<"rounds"> }) {
  const { rounds, threshold, cap, best, why } = finding;
  return (
    <>
      {rounds.map((held) => (
        <Round key={held.number} held={held} threshold={threshold} best={held.number === best} />
      ))}
      <p className={css["small"]}>
        {why === "" ? `They go on until ${percent(threshold)} or round ${String(cap)}.` : why}
      </p>
    </>
  );
}

const METHODS: Record<FindingOf<"answer-groups">["method"], string> = {
  form: "by the answers' form alone",
  likeness: "by likeness of their vectors",
  judged: "by the arbiter's grouping",
};

export function AnswerGroups({ finding }: { finding: FindingOf<"answer-groups"> }) {
  const { groups, method, votes, of, majority, threshold } = finding;
  return (
    <>
      <p className={css["lead"]}>
        <Chip tone={majority ? "good" : "mid"}>{majority ? "a majority" : "no majority"}</Chip>
        {votes} of {of} answers say the same
        <span className={css["quiet"]}>
          {METHODS[method]}
          {threshold !== null && ` of at least ${String(threshold)}`}
        </span>
      </p>
      <ol className={css["list"]}>
        {groups.map((group) => (
          <li key={group.join()}>
            <Everyone seats={group} />
          </li>
        ))}
      </ol>
    </>
  );
}

export function AnswerClusters({ finding }: { finding: FindingOf<"answer-clusters"> }) {
  const { clusters, kept, cluster, distances, density, note, algorithm } = finding;
  return (
    <>
      <p className={css["lead"]}>
        Kept for the arbiter: <Everyone seats={kept} />
      </p>
      <Table says="Clusters of answers" head={["Member", "Cluster", "Distance to the centre"]}>
        {Object.entries(clusters).map(([seat, number]) => (
          <tr key={seat} data-first={number === cluster || undefined}>
            <th scope="row">
              <Who seat={seat} />
            </th>
            <td>{number === -1 ? "none" : number}</td>
            <td>{distances[seat]?.toFixed(2) ?? "–"}</td>
          </tr>
        ))}
      </Table>
      <p className={css["small"]}>
        Clustered by {algorithm.toUpperCase()}
        {density !== null && `, density ${density.toFixed(2)}`}. {note}
      </p>
    </>
  );
}

export function Elimination({ finding }: { finding: FindingOf<"elimination"> }) {
  const { order, eliminated, note } = finding;
  return (
    <>
      <ol className={css["list"]}>
        {order.map((seat) => (
          <li key={seat} className={css["lead"]}>
            <Who seat={seat} />{" "}
            {eliminated.includes(seat) ? <Chip tone="bad">leaves</Chip> : <Chip tone="good">stays</Chip>}
          </li>
        ))}
      </ol>
      {note !== "" && <p className={css["small"]}>{note}</p>}
    </>
  );
}

export function Parts({ finding }: { finding: FindingOf<"parts"> }) {
  return (
    <dl className={css["facts"]}>
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
