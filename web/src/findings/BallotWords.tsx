// How does one ballot read? One way for every ballot type, in a table that the compiler keeps complete.
import type { ComponentType } from "react";
import { Chip, type Tone } from "@/controls/Card";
import type { Ballot, BallotOf, BallotType } from "@/wire/types";
import { ballotBrought, type BroughtBallot } from "./brought";
import { General } from "./general";
import { Details, Everyone, inWords, Nothing, Ordered, Said, Score, Sure, Told, Who } from "./parts";
import { KINDS, LEVELS, reasonWords, sureWords } from "./voting";
import css from "./findings.module.css";

type Reading = { [T in Exclude<BallotType, BroughtBallot>]: ComponentType<{ ballot: BallotOf<T> }> };

const STANCES: Record<BallotOf<"stances">["towards"][string]["stance"], readonly [string, Tone]> = {
  agree: ["agrees with", "good"],
  disagree: ["disagrees with", "bad"],
  neutral: ["neutral towards", "plain"],
};
const CHANGES: Record<BallotOf<"flip-call">["change"], readonly [string, Tone]> = {
  no_change: ["no change of position", "plain"],
  cited_rebuttal: ["moved by a rebuttal", "good"],
  uncited: ["moved without a rebuttal", "bad"],
};
const AGREEMENTS: Record<BallotOf<"positions">["agreement"], readonly [string, Tone]> = {
  agree: ["the answers agree", "good"],
  partial: ["they agree in part", "mid"],
  disagree: ["they disagree", "bad"],
};

const READINGS = {
  ranking: ({ ballot: { tiers, comments, abstained } }) =>
    abstained ? (
      <Nothing>Abstained.</Nothing>
    ) : (
      <ol className={css["list"]}>
        {tiers.map((tier) => (
          <li key={tier.join()}>
            {tier.map((seat) => (
              <div key={seat}>
                <Who seat={seat} />
                {comments[seat] !== undefined && comments[seat] !== "" && <Said>{comments[seat]}</Said>}
              </div>
            ))}
          </li>
        ))}
      </ol>
    ),
  "opinion-scores": ({ ballot: { scores, abstained } }) =>
    abstained ? (
      <Nothing>Abstained.</Nothing>
    ) : (
      <ul className={css["list"]}>
        {Object.entries(scores).map(([seat, { score, why }]) => (
          <li key={seat}>
            <Score score={score} of={10} /> <Who seat={seat} />
            <Said>{why}</Said>
          </li>
        ))}
      </ul>
    ),
  stances: ({ ballot: { towards, abstained } }) =>
    abstained ? (
      <Nothing>Took no sides.</Nothing>
    ) : (
      <ul className={css["list"]}>
        {Object.entries(towards).map(([seat, { stance, why }]) => (
          <li key={seat}>
            <Chip tone={STANCES[stance][1]}>{STANCES[stance][0]}</Chip> <Who seat={seat} />
            <Said>{why}</Said>
          </li>
        ))}
      </ul>
    ),
  rebuttals: ({ ballot: { points } }) => (
    <ul className={css["list"]}>
      {Object.entries(points).map(([seat, { disputes, point }]) => (
        <li key={seat}>
          <Chip tone={disputes ? "bad" : "good"}>{disputes ? "against" : "nothing against"}</Chip> <Who seat={seat} />
          <Said>{point}</Said>
        </li>
      ))}
    </ul>
  ),
  "flip-call": ({ ballot: { change, words, reason } }) => (
    <>
      <Chip tone={CHANGES[change][1]}>{CHANGES[change][0]}</Chip>
      {words !== "" && change === "cited_rebuttal" && <Said>{words}</Said>}
      <Told name="Why" text={reason} />
    </>
  ),
  "reply-label": ({ ballot: { label, reason, details } }) => (
    <>
      <Chip tone="gold">{label}</Chip>
      <Told name="Why" text={reason} />
      <Details of={details} />
    </>
  ),
  "finding-labels": ({ ballot: { findings, details } }) => (
    <>
      {findings.length === 0 && <Nothing>Reports nothing.</Nothing>}
      <ul className={css["list"]}>
        {findings.map(({ finding, label, reason }, at) => (
          <li key={at}>
            <Chip tone="gold">{label}</Chip> <b>{finding}</b> {reason}
          </li>
        ))}
      </ul>
      <Details of={details} />
    </>
  ),
  "label-check": ({ ballot: { stands, reason } }) => (
    <>
      <Chip tone={stands ? "good" : "bad"}>{stands ? "the label stands" : "the label does not stand"}</Chip>
      <Told name="Why" text={reason} />
    </>
  ),
  "axis-calls": ({ ballot: { axes } }) => (
    <ul className={css["list"]}>
      {Object.entries(axes).map(([axis, { score, reason }]) => (
        <li key={axis}>
          <Score score={score} of={5} /> <b>{inWords(axis)}</b> {reason}
        </li>
      ))}
    </ul>
  ),
  positions: ({ ballot: { agreement, dispute, consensus, order, details } }) => (
    <>
      <Chip tone={AGREEMENTS[agreement][1]}>{AGREEMENTS[agreement][0]}</Chip>
      <Told name="The majority" text={consensus} />
      <Told name="What divides them" text={dispute} />
      <Ordered seats={order} />
      <Details of={details} />
    </>
  ),
  "merged-list": ({ ballot: { findings, order, details } }) => (
    <>
      <ol className={css["list"]}>
        {findings.map(({ finding, status, severity, agree }, at) => (
          <li key={at}>
            <Chip>{status}</Chip> <Chip>{severity}</Chip> {finding} <Everyone seats={agree} none="" />
          </li>
        ))}
      </ol>
      <Ordered seats={order} />
      <Details of={details} />
    </>
  ),
  reviews: ({ ballot: { reviews } }) => (
    <ul className={css["list"]}>
      {Object.entries(reviews).map(([seat, { strong, weak }]) => (
        <li key={seat}>
          <Who seat={seat} />
          <Told name="Sound" text={strong} />
          <Told name="Weak" text={weak} />
        </li>
      ))}
    </ul>
  ),
  "claim-drafts": ({ ballot: { claims } }) => (
    <ol className={css["list"]}>
      {claims.map(({ text, kind, spans }, at) => (
        <li key={at}>
          <Chip>{KINDS[kind]}</Chip> {text} <Everyone seats={[...new Set(spans.map(({ source }) => source))]} />
        </li>
      ))}
    </ol>
  ),
  "claim-votes": ({ ballot: { votes, unread } }) => (
    <ul className={css["list"]}>
      {Object.entries(votes)
        .sort(([one], [other]) => one.localeCompare(other))
        .map(([claim, vote]) => (
          <li key={claim}>
            <Chip tone={LEVELS[vote.level].chip} title={inWords(vote.level)}>
              {LEVELS[vote.level].sign}
            </Chip>{" "}
            <b>{inWords(claim)}</b> <span className={css["quiet"]}>{sureWords(vote)}</span> {reasonWords(vote.reason)}
          </li>
        ))}
      {Object.entries(unread).map(([claim, why]) => (
        <li key={claim}>
          <Chip>not read</Chip> <b>{inWords(claim)}</b> {why}.
        </li>
      ))}
    </ul>
  ),
  reply: ({ ballot: { confidence, reasoning } }) => (
    <>
      {confidence === null ? <Nothing>Answered in plain words.</Nothing> : <Sure confidence={confidence} />}
      <Told name="Why" text={reasoning} />
    </>
  ),
  arbitration: ({ ballot: { confidence, analysis, dissent, needs_iteration, refinement_areas, ranking } }) => (
    <>
      <Sure confidence={confidence} /> {needs_iteration && <Chip tone="mid">asks for another round</Chip>}
      <Ordered seats={ranking} />
      <Told name="What they agree and differ in" text={analysis} />
      <Told name="Against it" text={dissent} />
      <Told name="To look into" text={refinement_areas.join("; ")} />
    </>
  ),
  placement: ({ ballot: { confidence, analysis, dissent, needs_iteration, ranking } }) => (
    <>
      <Sure confidence={confidence} /> {needs_iteration && <Chip tone="mid">asks for another round</Chip>}
      <Ordered seats={ranking} />
      <Told name="What decided" text={analysis} />
      <Told name="Against it" text={dissent} />
    </>
  ),
  pick: ({ ballot: { chosen, confidence, reason } }) => (
    <>
      <Who seat={chosen} /> <Sure confidence={confidence} />
      <Told name="Why" text={reason} />
    </>
  ),
  grouping: ({ ballot: { groups } }) => (
    <ul className={css["list"]}>
      {[...new Set(Object.values(groups))].map((group) => (
        <li key={group}>
          <Everyone seats={Object.keys(groups).filter((seat) => groups[seat] === group)} />
        </li>
      ))}
    </ul>
  ),
} satisfies Reading;

export const BALLOT_TYPES = Object.keys(READINGS) as BallotType[];

export function BallotWords({ ballot }: { ballot: Ballot }) {
  const Words =
    (READINGS as Partial<Record<string, ComponentType<{ ballot: Ballot }>>>)[ballot.type] ??
    ballotBrought(ballot.type)?.Reading;
  if (Words === undefined) return <General of={ballot} />;
  return (
    <div className={css["ballot"]}>
      <Words ballot={ballot} />
    </div>
  );
}
