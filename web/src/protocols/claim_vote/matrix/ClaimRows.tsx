// How is one claim shown? What it says, each member's vote, what the tally made of it, and, opened, why and on what.
import { memo } from "react";
import { Link } from "wouter";
import { Chip } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { signed } from "@/findings/figures";
import { KINDS, LEVELS, reasonWords, sureWords, TIER_TONES, TIERS } from "../voting";
import { useSteering } from "@/hooks/steering";
import { decimal, say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import { kWords, missingWords, type ClaimGrid, type ClaimRow } from "./votes";
import ours from "./claims.module.css";

interface Given {
  row: ClaimRow;
  grid: ClaimGrid;
  looks: Looks;
  opened: boolean;
  onOpen: (number: number | null) => void;
}

export const ClaimRows = memo(function ClaimRows({ row, grid, looks, opened, onOpen }: Given) {
  const { claim, tally } = row;
  return (
    <>
      <tr id={`claim-${String(row.number)}`}>
        <th scope="row" className={ours["claim"]}>
          <button
            type="button"
            className={`${ours["text"]} ink grid rounded-s wide`}
            aria-expanded={opened}
            onClick={() => {
              onOpen(opened ? null : row.number);
            }}
          >
            <span className={`${ours["kind"]} caps`} data-kind={claim.kind}>
              {KINDS[claim.kind]}
            </span>
            <span lang="">{claim.text}</span>
          </button>
        </th>
        {grid.voters.map((seat) => (
          <VoteCell key={seat} row={row} grid={grid} seat={seat} name={lookOf(looks, seat).name} />
        ))}
        <td className={ours["mean"]}>
          {tally === null ? (
            <span className="muted light">–</span>
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
        <td className="nowrap" data-tier={tally?.tier ?? "PENDING"}>
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

function VoteCell({ row, grid, seat, name }: Pick<Given, "row" | "grid"> & { seat: string; name: string }) {
  const vote = row.votes.get(seat);
  if (vote === undefined) {
    const lost = row.unread.has(seat);
    const none = lost || grid.tiers !== null || grid.silent.has(seat);
    const says = `${name} ${missingWords(grid, row, seat)}`;
    return (
      <td className={ours["vote"]}>
        <span className={none ? ours["none"] : ours["waiting"]} role="img" aria-label={says} title={says}>
          {lost && "?"}
        </span>
      </td>
    );
  }
  const level = LEVELS[vote.level];
  const says = say("{name} {votes}, {confidence}", { name, votes: level.says, confidence: sureWords(vote) });
  return (
    <td className={ours["vote"]}>
      <span data-tone={level.tone} role="img" aria-label={says} title={`${says}: ${reasonWords(vote.reason)}`}>
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
    <div className={`${ours["why"]} sides on-sunk rounded outlined`}>
      <div>
        <h3 className="caps below">{say("Why they voted so")}</h3>
        <ul>
          {grid.voters.map((seat) => {
            const [look, vote] = [lookOf(looks, seat), row.votes.get(seat)];
            return (
              <li key={seat}>
                <Face look={look} size={20} />
                <span>
                  <b>{look.name}</b>{" "}
                  {vote === undefined ? (
                    <span className="muted light">{missingWords(grid, row, seat)}</span>
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
        {row.open !== "" && <p className="muted light">{row.open}</p>}
        {row.tally !== null && <p className="muted light">{kWords(row.tally)}</p>}
      </div>
      <div>
        <h3 className="caps below">{say("What it rests on")}</h3>
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
