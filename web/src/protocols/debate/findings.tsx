// How do findings of a debate look? Roles, the topic, the scoreboard as who gave whom, alliances.
import { Check, X } from "lucide-react";
import { Coded } from "@/controls/Coded";
import { Chip } from "@/controls/Card";
import type { FindingOf } from "@/wire/types";
import { countedWords, meansOf } from "./places";
import { Everyone, KStar, Nothing, Score, Table, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { Say, say } from "@/language/say";
import { beside } from "@/transcript/wording";

const TRAITS: Record<FindingOf<"roles">["nudges"][number]["traits"][number], string> = {
  allied: say("Allied"),
  "goes-along": say("Goes along"),
  "marks-generously": say("Marks generously"),
  "marks-strictly": say("Marks strictly"),
  "moves-nobody": say("Moves nobody"),
  opposed: say("Opposed"),
  "stands-apart": say("Stands apart"),
  "wins-back": say("Wins back"),
};

const STOOD = {
  agree: say("Sided with a member here last time"),
  disagree: say("Opposed a member here last time"),
};

export function Roles({ finding }: { finding: FindingOf<"roles"> }) {
  const { chair, proposer, nudges } = finding;
  return (
    <dl className={`${css["details"]} stack tight`}>
      <div>
        <dt>{say("Chair")}</dt>
        <dd>
          <Who seat={chair} />
        </dd>
      </div>
      {proposer !== null && (
        <div>
          <dt>{say("Proposer")}</dt>
          <dd>
            <Who seat={proposer} />
          </dd>
        </div>
      )}
      {nudges.map(({ seat, traits, figures, stood }) => (
        <div key={seat}>
          <dt>
            <Who seat={seat} />
          </dt>
          <dd className="inline wraps">
            {traits.map((trait, at) => (
              <Chip key={trait}>{beside([TRAITS[trait], figures?.[at] ?? ""].filter(Boolean))}</Chip>
            ))}
            {stood !== undefined && stood !== "neutral" && <Chip>{STOOD[stood]}</Chip>}
          </dd>
        </div>
      ))}
    </dl>
  );
}

export function Topic({ finding }: { finding: FindingOf<"topic"> }) {
  return (
    <>
      <p className="title measure" lang="">
        {finding.text}
      </p>
      <p className="muted small measure">
        {finding.by === null ? (
          say("The question is the topic.")
        ) : (
          <Say
            text="proposed by <member></member>"
            tags={{ member: () => <Who seat={finding.by ?? ""} size={18} /> }}
          />
        )}{" "}
        {finding.reason}
      </p>
    </>
  );
}

export function Scoreboard({ finding }: { finding: FindingOf<"scoreboard"> }) {
  const { places, cells, winner, winners, rankable, reason } = finding;
  const readers = [...new Set(cells.map(({ reader }) => reader))];
  const at = new Map(cells.map((cell) => [`${cell.reader} ${cell.seat}`, cell]));
  return (
    <>
      <p className="row">
        {!rankable ? (
          <Coded text={reason} />
        ) : winner === null ? (
          <Say text="<names></names> lead level." tags={{ names: () => <Everyone seats={winners} /> }} />
        ) : (
          <Say text="<name></name> leads." tags={{ name: () => <Who seat={winner} /> }} />
        )}
      </p>
      <Table
        says={say("Who gave whom how much, 1 to 10")}
        head={[say("Opinion"), say("Score"), ...readers.map((reader) => <Who key={reader} seat={reader} size={18} />)]}
      >
        {places.map((row) => (
          <tr key={row.seat} data-first={row.seat === winner || undefined}>
            <th scope="row">
              <Who seat={row.seat} />
            </th>
            <td>
              <Score score={row.score ?? row.mean} of={10} /> <span className="muted">{meansOf(row)}</span>
            </td>
            {readers.map((reader) => {
              const cell = at.get(`${reader} ${row.seat}`);
              if (cell === undefined)
                return (
                  <td key={reader} className="muted tiny">
                    {reader === row.seat ? say("own") : "–"}
                  </td>
                );
              return (
                <td key={reader} className={reader === row.seat ? "muted tiny" : undefined}>
                  <Score
                    score={cell.adjusted ?? cell.score}
                    of={10}
                    title={cell.why_adjusted === "" ? cell.why : cell.why_adjusted}
                  />
                  {cell.adjusted !== null && cell.adjusted !== cell.score && (
                    <span className="muted"> {say("was {mark, number}", { mark: cell.score })}</span>
                  )}
                  {reader === row.seat && <span className="muted"> {say("own")}</span>}
                </td>
              );
            })}
          </tr>
        ))}
      </Table>
      {rankable && (
        <KStar k={finding.k_replaced} changes={say("The lead would be lost")} none={finding.winner && finding.reason} />
      )}
      <details>
        <summary>{say("The line given with each mark")}</summary>
        <ul className={`${css["list"]} stack`}>
          {cells.map(({ reader, seat, score, why, adjusted, why_adjusted }) => (
            <li key={`${reader} ${seat}`}>
              <Say
                text="<reader></reader> <verb>gave</verb> <name></name> <b>{score, number}</b> {why}"
                values={{ score, why }}
                tags={{
                  reader: () => <Who seat={reader} size={18} />,
                  verb: (words) => <span className="muted">{words}</span>,
                  name: () => <Who seat={seat} size={18} />,
                  b: (words) => <b>{words}</b>,
                }}
              />
              {adjusted !== null && (
                <>
                  {" "}
                  <span className="muted">{say("after the rebuttal")}</span> <b>{adjusted}</b> {why_adjusted}
                </>
              )}
            </li>
          ))}
        </ul>
      </details>
      <p className="muted small measure">
        {countedWords(finding.counted, finding.own_weight)}{" "}
        {finding.spoiled.length > 0 && (
          <Say text="Unreadable: <names></names>." tags={{ names: () => <Everyone seats={finding.spoiled} /> }} />
        )}{" "}
        {finding.abstained.length > 0 && (
          <Say text="Abstained: <names></names>." tags={{ names: () => <Everyone seats={finding.abstained} /> }} />
        )}
      </p>
    </>
  );
}

const SIDES = { agree: say("agrees with"), disagree: say("disagrees with"), neutral: say("is neutral towards") };

export function Alliances({ finding }: { finding: FindingOf<"alliances"> }) {
  const { allies, rivals, ties } = finding;
  return (
    <>
      {allies.length === 0 && rivals.length === 0 && (
        <Nothing>{say("No pair agrees or disagrees on both sides.")}</Nothing>
      )}
      <ul className={`${css["rows"]} stack`}>
        {allies.map((pair) => (
          <li key={pair.join()}>
            <Chip tone="good">
              <Check size={13} aria-hidden="true" /> {say("allies")}
            </Chip>
            <Everyone seats={pair.map(String)} />
          </li>
        ))}
        {rivals.map((pair) => (
          <li key={pair.join()}>
            <Chip tone="bad">
              <X size={13} aria-hidden="true" /> {say("rivals")}
            </Chip>
            <Everyone seats={pair.map(String)} />
          </li>
        ))}
      </ul>
      <details>
        <summary>{say("What everybody said ({opinions, number})", { opinions: ties.length })}</summary>
        <ul className={`${css["list"]} stack`}>
          {ties.map(({ reader, seat, stance, why }) => (
            <li key={`${reader} ${seat}`}>
              <Who seat={reader} size={18} /> <span className="muted">{SIDES[stance]}</span>{" "}
              <Who seat={seat} size={18} /> <span lang="">{why}</span>
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}
