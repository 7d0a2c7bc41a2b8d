// What is voted on, and how? Every claim with a coloured chip for each vote, as the votes come in.
import { memo } from "react";
import { useMoment } from "@/hooks/session";
import { say, within } from "@/language/say";
import { KINDS, LEVELS, TIERS, type Level, type Tier } from "./voting";
import { latest } from "@/playback/found";
import { readable } from "@/playback/show/readable";
import { lookOf } from "@/playback/looks";
import type { FindingOf, SessionState } from "@/wire/types";
import { Inline, unlined } from "@/markdown/Inline";
import { moveNow } from "@/views/theatre/moment/presence";
import { tailOf } from "@/views/theatre/moment/said";
import { useArenaLooks } from "@/views/theatre/moment/useArenaLooks";
import css from "@/views/theatre/arena/panel.module.css";
import ours from "./ballot.module.css";

export function Claims() {
  const found = useMoment(({ state }) => latest(state.findings, "claim-list"));
  const tiers = useMoment(({ state }) => latest(state.findings, "tiers"));
  if (found === null) return <Drawn />;
  return (
    <>
      <h3 className="row gold small strong below">
        {say("The ballot: {claims, plural, one {# claim} other {# claims}}", { claims: found.claims.length })}
      </h3>
      <ol className={`${ours["claims"]} scroll low`} tabIndex={0} data-arrows="" aria-label={say("Claims and votes")}>
        {found.claims.map((claim) => (
          <ClaimRow
            key={claim.id}
            claim={claim}
            tier={tiers?.claims.find((each) => each.claim === claim.id)?.tier ?? ""}
          />
        ))}
      </ol>
    </>
  );
}

const ClaimRow = memo(function ClaimRow({
  claim,
  tier,
}: {
  claim: FindingOf<"claim-list">["claims"][number];
  tier: Tier | "";
}) {
  const looks = useArenaLooks();
  const members = useMoment(({ state }) => state.seats);
  const votes = useMoment(({ state }) => levelsOf(state, claim.id));
  return (
    <li className={`${css["claim"]} at-centre grid topped`}>
      <span className={css["claimText"]}>
        <small data-kind={claim.kind}>{within(KINDS[claim.kind])}</small>
        <span title={claim.text} lang="" className="clamp">
          {claim.text}
        </span>
      </span>
      <span className="flex snug">
        {members.map(({ id }, at) => {
          const level = votes.split(" ")[at] as Level | "";
          const said = level ? LEVELS[level] : null;
          const name = lookOf(looks, id).name;
          return (
            <i
              key={id}
              role="img"
              className={`${ours["vote"]} middle small`}
              data-level={level || undefined}
              aria-label={said === null ? say("{name} has not voted", { name }) : `${name} ${said.says}`}
              title={said === null ? name : `${name} ${said.says}`}
            >
              {said?.sign}
            </i>
          );
        })}
      </span>
      <span className={`${ours["tier"]} muted strong tiny`} data-tier={tier}>
        {tier === "" ? "" : TIERS[tier]}
      </span>
    </li>
  );
});

/** Everybody's vote on one claim in seat order, in one word each. */
const levelsOf = (state: SessionState, claim: string): string =>
  state.seats
    .map(({ id }) => {
      const ballot = state.ballots[`votes/${id}:ballot`]?.ballot;
      return ballot?.type === "claim-votes" ? (ballot.votes[claim]?.level ?? "") : "";
    })
    .join(" ");

/** The claims while they are being drawn from the opinions. */
function Drawn() {
  const said = useMoment(({ state, speeches }) => {
    const move = moveNow(state, "extractor");
    const text = move === undefined ? "" : (speeches.get(move.key)?.text ?? move.text);
    return tailOf(unlined(readable(text)), 900);
  });
  return (
    <>
      <h3 className="row gold small strong below">{say("Claims are drawn from the opinions")}</h3>
      <p className={ours["drawn"]}>{said === "" ? say("The opinions are being read.") : <Inline text={said} />}</p>
    </>
  );
}
