// How is one claim shown? What it says, each member's vote, what the tally made of it, and, opened, why and on what.
import { memo } from "react";
import { Link } from "wouter";
import { Chip } from "@/controls/Card";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { signed } from "@/findings/figures";
import { KINDS, LEVELS, reasonWords, sureWords, TIER_TONES, TIERS } from "../voting";
import { useSteering } from "@/hooks/steering";
import { decimal, say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import type { Pointed } from "./ClaimLine";
import { kWords, missingWords, type ClaimGrid, type ClaimRow } from "./votes";
import ours from "./claims.module.css";

interface Given {
  row: ClaimRow;
  grid: ClaimGrid;
  looks: Looks;
  index: number;
  /** The column with the tab stop; -1 when it is in another row. */
  stop: number;
  opened: boolean;
  onOpen: (number: number | null) => void;
  onPoint: (pointed: Pointed) => void;
  onSeen: (row: number, column: number) => void;
}

export const ClaimRows = memo(function ClaimRows(given: Given) {
  const { row, grid, looks, index, stop, opened, onOpen, onPoint, onSeen } = given;
  const { claim, tally } = row;
  return (
    <>
      <tr id={`claim-${String(row.number)}`} data-opened={opened}>
        <th scope="row" className={ours["claim"]}>
          <button
            type="button"
            className={ours["text"]}
            aria-expanded={opened}
            onClick={() => {
              onOpen(opened ? null : row.number);
            }}
          >
            <span className={ours["kind"]} data-kind={claim.kind}>
              {KINDS[claim.kind]}
            </span>
            <span lang="">{claim.text}</span>
          </button>
        </th>
        {grid.voters.map((seat, column) => (
          <VoteCell
            key={seat}
            given={given}
            seat={seat}
            name={lookOf(looks, seat).name}
            spot={`${String(index)}.${String(column)}`}
            stop={stop === column}
            onSeen={() => {
              onSeen(index, column);
              onPoint({ claim: claim.id, seat });
            }}
          />
        ))}
        <td className={ours["mean"]}>
          {tally === null ? (
            <span className={ours["hint"]}>–</span>
          ) : (
            <>
              <b>{tally.votes === 0 ? "–" : signed(tally.mean)}</b>
              <small>
                {tally.votes === 0 ? "" : say("sd {sd}", { sd: decimal(tally.sd, 1) })}
                {tally.votes < grid.voters.length &&
                  ` · ${say("{opinions, plural, one {# opinion} other {# opinions}}", { opinions: tally.votes })}`}
              </small>
            </>
          )}
        </td>
        <td className={ours["tier"]} data-tier={tally?.tier ?? "PENDING"}>
          <Chip tone={tally === null ? "plain" : TIER_TONES[tally.tier]}>
            {tally === null ? say("pending") : TIERS[tally.tier]}
          </Chip>
          {tally?.k != null && (
            <small title={kWords(tally)}>
              k {tally.k_exact ? "" : "≥ "}
              {tally.k}
            </small>
          )}
          {row.open !== "" && <small>{row.open}</small>}
        </td>
      </tr>
      {opened && (
        <tr className={ours["reasons"]}>
          <td colSpan={grid.voters.length + 3}>
            <Reasons row={row} grid={grid} looks={looks} />
          </td>
        </tr>
      )}
    </>
  );
});

function VoteCell(props: {
  given: Given;
  seat: string;
  name: string;
  spot: string;
  stop: boolean;
  onSeen: () => void;
}) {
  const { given, seat, name, spot, stop, onSeen } = props;
  const { row, grid, onPoint } = given;
  const vote = row.votes.get(seat);
  const common = {
    role: "gridcell",
    "data-spot": spot,
    tabIndex: stop ? 0 : -1,
    onFocus: onSeen,
    onPointerEnter: () => {
      onPoint({ claim: row.claim.id, seat });
    },
  };
  if (vote === undefined) {
    const lost = row.unread.has(seat);
    const none = lost || grid.tiers !== null || grid.silent.has(seat);
    return (
      <td {...common} className={ours["vote"]} aria-label={`${name} ${missingWords(grid, row, seat)}`}>
        <span className={none ? ours["none"] : ours["waiting"]}>
          <span className={ours["alone"]}>
            <Called name={name} />
          </span>
          {lost && "?"}
        </span>
      </td>
    );
  }
  const level = LEVELS[vote.level];
  return (
    <td
      {...common}
      className={ours["vote"]}
      aria-label={say("{name} {votes}, {confidence}", { name, votes: level.says, confidence: sureWords(vote) })}
    >
      <span data-tone={level.tone}>
        <span className={ours["alone"]}>
          <Called name={name} />
        </span>
        {level.sign}
        {vote.confidence !== null && <i style={{ width: `${String(vote.confidence * 10)}%` }} />}
      </span>
    </td>
  );
}

/** Every member's reason, and the passages the claim rests on. */
function Reasons({ row, grid, looks }: { row: ClaimRow; grid: ClaimGrid; looks: Looks }) {
  const { base } = useSteering();
  return (
    <div className={ours["why"]}>
      <div>
        <h3>{say("Why they voted so")}</h3>
        <ul>
          {grid.voters.map((seat) => {
            const [look, vote] = [lookOf(looks, seat), row.votes.get(seat)];
            return (
              <li key={seat}>
                <Face look={look} size={20} />
                <span>
                  <b>{look.name}</b>{" "}
                  {vote === undefined ? (
                    <span className={ours["hint"]}>{missingWords(grid, row, seat)}</span>
                  ) : (
                    <>
                      {say("{votes} ({confidence}): {reason}", {
                        votes: LEVELS[vote.level].says,
                        confidence: sureWords(vote),
                        reason: reasonWords(vote.reason),
                      })}
                    </>
                  )}
                </span>
              </li>
            );
          })}
        </ul>
        {row.open !== "" && <p className={ours["hint"]}>{row.open}</p>}
        {row.tally !== null && <p className={ours["hint"]}>{kWords(row.tally)}</p>}
      </div>
      <div>
        <h3>{say("What it rests on")}</h3>
        <ul>
          {row.claim.spans.map((span) => (
            <li key={span.source + span.quote}>
              <Face look={lookOf(looks, span.source)} size={20} />
              <span>
                <q lang="">{span.quote}</q>{" "}
                {grid.voters.includes(span.source) ? (
                  <Link href={`${base}/transcript?tab=opinions&m=${encodeURIComponent(span.source)}`}>
                    {lookOf(looks, span.source).name}
                  </Link>
                ) : (
                  say("{source} in a review", { source: span.source })
                )}
              </span>
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
