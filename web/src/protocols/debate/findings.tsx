// How do findings of a debate look? Roles, the topic, the scoreboard as who gave whom, alliances, deeds, achievements.
import { Award as Medal, Check, X } from "lucide-react";
import { Chip } from "@/controls/Card";
import { useLooks } from "@/hooks/session";
import { awardTitle } from "./awardTitle";
import { lookOf } from "@/playback/looks";
import type { FindingOf } from "@/wire/types";
import { meansOf, ownMark } from "./places";
import { Everyone, inWords, KStar, Nothing, Score, Table, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import ours from "./findings.module.css";

export function Roles({ finding }: { finding: FindingOf<"roles"> }) {
  const { chair, proposer, nudges } = finding;
  const masked = lookOf(useLooks(), chair).masked;
  if (masked) return <Nothing>Hidden until the answers are judged.</Nothing>;
  return (
    <dl className={css["facts"]}>
      <div>
        <dt>Chair</dt>
        <dd>
          <Who seat={chair} />
        </dd>
      </div>
      {proposer !== null && (
        <div>
          <dt>Proposer</dt>
          <dd>
            <Who seat={proposer} />
          </dd>
        </div>
      )}
      {nudges.map(({ seat, traits }) => (
        <div key={seat}>
          <dt>
            <Who seat={seat} />
          </dt>
          <dd className={css["everyone"]}>
            {traits.map((trait) => (
              <Chip key={trait}>{inWords(trait)}</Chip>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Topic({ finding }: { finding: FindingOf<"topic"> }) {
  const masked = lookOf(useLooks(), finding.by ?? "").masked;
  return (
    <>
      <p className={ours["topic"]}>{finding.text}</p>
      <p className={css["small"]}>
        {finding.by === null || masked ? (
          masked ? (
            "Who proposed it is hidden until the opinions are judged."
          ) : (
            "The question is the topic."
          )
        ) : (
          <>
            proposed by <Who seat={finding.by} size={18} />
          </>
        )}{" "}
        {finding.reason}
      </p>
    </>
  );
}

export function Scoreboard({ finding }: { finding: FindingOf<"scoreboard"> }) {
  const { places, cells, winner, winners, rankable, reason, evened } = finding;
  const readers = [...new Set(cells.map(({ reader }) => reader))];
  const at = new Map(cells.map((cell) => [`${cell.reader} ${cell.seat}`, cell]));
  return (
    <>
      <p className={css["lead"]}>
        {!rankable && reason}
        {rankable && (winner === null ? <Everyone seats={winners} /> : <Who seat={winner} />)}
        {rankable && (winner === null ? " lead level." : " leads.")}
      </p>
      <Table
        says="Who gave whom how much, 1 to 10"
        head={[
          "Opinion",
          evened ? "Score" : "Mean",
          ...readers.map((reader) => <Who key={reader} seat={reader} size={18} />),
        ]}
      >
        {places.map((row) => (
          <tr key={row.seat} data-first={row.seat === winner || undefined}>
            <th scope="row">
              <Who seat={row.seat} />
            </th>
            <td>
              <Score score={row.score ?? row.mean} of={10} /> <span className={css["quiet"]}>{meansOf(row)}</span>
            </td>
            {readers.map((reader) => {
              const cell = at.get(`${reader} ${row.seat}`);
              if (cell === undefined)
                return (
                  <td key={reader} className={ours["own"]}>
                    {reader === row.seat ? "own" : "–"}
                  </td>
                );
              return (
                <td key={reader} className={reader === row.seat ? ours["own"] : undefined}>
                  <Score
                    score={cell.adjusted ?? cell.score}
                    of={10}
                    title={cell.why_adjusted === "" ? cell.why : cell.why_adjusted}
                  />
                  {cell.adjusted !== null && cell.adjusted !== cell.score && (
                    <span className={css["quiet"]}> was {cell.score}</span>
                  )}
                  {reader === row.seat && <span className={css["quiet"]}> own</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
      {rankable && (
        <KStar k={finding.k_replaced} changes="The lead would be lost" none={finding.winner && finding.reason} />
      )}
      <details className={css["more"]}>
        <summary>The line given with each mark</summary>
        <ul className={css["list"]}>
          {cells.map(({ reader, seat, score, why, adjusted, why_adjusted }) => (
            <li key={`${reader} ${seat}`}>
              <Who seat={reader} size={18} /> <span className={css["verb"]}>gave</span> <Who seat={seat} size={18} />{" "}
              <b>{score}</b> {why}
              {adjusted !== null && (
                <>
                  {" "}
                  <span className={css["quiet"]}>after the rebuttal</span> <b>{adjusted}</b> {why_adjusted}
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
      <p className={css["small"]}>
        {finding.counted} ballots counted; {ownMark(finding.own_weight)}
        {finding.spoiled.length > 0 && (
          <>
            {" "}
            Unreadable: <Everyone seats={finding.spoiled} />.
          </>
        )}
        {finding.abstained.length > 0 && (
          <>
            {" "}
            Abstained: <Everyone seats={finding.abstained} />.
          </>
        )}
      </p>
    </>
  );
}

const SIDES = { agree: "agrees with", disagree: "disagrees with", neutral: "is neutral towards" };

export function Alliances({ finding }: { finding: FindingOf<"alliances"> }) {
  const { allies, rivals, ties } = finding;
  return (
    <>
      {allies.length === 0 && rivals.length === 0 && <Nothing>No pair agrees or disagrees on both sides.</Nothing>}
      <ul className={css["rows"]}>
        {allies.map((pair) => (
          <li key={pair.join()}>
            <Chip tone="good">
              <Check size={13} aria-hidden="true" /> allies
            </Chip>
            <Everyone seats={pair.map(String)} />
          </li>
        ))}
        {rivals.map((pair) => (
          <li key={pair.join()}>
            <Chip tone="bad">
              <X size={13} aria-hidden="true" /> rivals
            </Chip>
            <Everyone seats={pair.map(String)} />
          </li>
        ))}
      </ul>
      <details className={css["more"]}>
        <summary>What everybody said ({ties.length})</summary>
        <ul className={css["list"]}>
          {ties.map(({ reader, seat, stance, why }) => (
            <li key={`${reader} ${seat}`}>
              <Who seat={reader} size={18} /> <span className={css["verb"]}>{SIDES[stance]}</span>{" "}
              <Who seat={seat} size={18} /> <span>{why}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

export function Deeds({ finding }: { finding: FindingOf<"deeds"> }) {
  return (
    <Table
      says="What every member did"
      head={["Member", "Marks given", "Marks received", "Far from the others'", "Rebuttal", "Part"]}
    >
      {finding.deeds.map((deed) => (
        <tr key={deed.seat}>
          <th scope="row">
            <Who seat={deed.seat} />
          </th>
          <td>{deed.given}</td>
          <td>{deed.received}</td>
          <td>{deed.marks === 0 ? "–" : `${String(deed.contrary)} of ${String(deed.marks)}`}</td>
          <td>{deed.rebutted ? (deed.comeback ? "and rose by it" : "without rising") : "–"}</td>
          <td className={css["everyone"]}>
            {deed.won && <Chip tone="gold">led</Chip>}
            {deed.chaired && <Chip>chaired</Chip>}
            {!deed.full && <Chip tone="mid">left something out</Chip>}
          </td>
        </tr>
      ))}
    </Table>
  );
}

export function Awards({ finding }: { finding: FindingOf<"awards"> }) {
  if (finding.awards.length === 0) return <Nothing>No achievements this time.</Nothing>;
  return (
    <ul className={ours["awards"]}>
      {finding.awards.map(({ name, seats, because }) => (
        <li key={`${name} ${seats.join()}`}>
          <Medal size={22} aria-hidden="true" />
          <div>
            <b>{awardTitle(name)}</b>
            <Everyone seats={seats} />
            <p className={css["small"]}>{because}</p>
          </div>
        </li>
      ))}
    </ul>
  );
}
