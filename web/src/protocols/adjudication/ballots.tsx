// How do the ballots of an adjudication read, and how is each told in a sentence?
import { Chip, type Tone } from "@/controls/Card";
import type { ReadBallots } from "@/findings/brought";
import { Details, Everyone, inWords, Nothing, Ordered, Said, Score, Told, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { count, cut, listed, namesOf } from "@/transcript/wording";
import type { BallotOf } from "@/wire/types";

const CHANGES: Record<BallotOf<"flip-call">["change"], readonly [string, Tone]> = {
  no_change: ["no change of position", "plain"],
  cited_rebuttal: ["moved by a rebuttal", "good"],
  uncited: ["moved without a rebuttal", "bad"],
};
const AGREED: Record<BallotOf<"positions">["agreement"], readonly [string, Tone]> = {
  agree: ["the answers agree", "good"],
  partial: ["they agree in part", "mid"],
  disagree: ["they disagree", "bad"],
};
const AGREEMENTS = { agree: "agree", partial: "agree in part", disagree: "disagree" };

export const ballots: ReadBallots = {
  rebuttals: {
    Reading: ({ ballot: { points } }) => (
      <ul className={css["list"]}>
        {Object.entries(points).map(([seat, { disputes, point }]) => (
          <li key={seat}>
            <Chip tone={disputes ? "bad" : "good"}>{disputes ? "against" : "nothing against"}</Chip> <Who seat={seat} />
            <Said>{point}</Said>
          </li>
        ))}
      </ul>
    ),
    tell: ({ points }, who, looks) => {
      const disputed = Object.keys(points).filter((seat) => points[seat]?.disputes === true);
      return disputed.length === 0 ? `${who} disputes nothing.` : `${who} disputes ${namesOf(looks, disputed)}.`;
    },
  },
  "flip-call": {
    Reading: ({ ballot: { change, words, reason } }) => (
      <>
        <Chip tone={CHANGES[change][1]}>{CHANGES[change][0]}</Chip>
        {words !== "" && change === "cited_rebuttal" && <Said>{words}</Said>}
        <Told name="Why" text={reason} />
      </>
    ),
    tell: ({ change }, who) =>
      change === "no_change"
        ? `${who} sees no change of position.`
        : change === "cited_rebuttal"
          ? `${who} sees a change of position in answer to a rebuttal.`
          : `${who} sees a change of position that no rebuttal accounts for.`,
  },
  "reply-label": {
    Reading: ({ ballot: { label, reason, details } }) => (
      <>
        <Chip tone="gold">{label}</Chip>
        <Told name="Why" text={reason} />
        <Details of={details} />
      </>
    ),
    tell: ({ label }, who) => `${who} labels the answer ${label}.`,
  },
  "finding-labels": {
    Reading: ({ ballot: { findings, details } }) => (
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
    tell: ({ findings }, who) => `${who} labels ${count(findings.length, "finding")}.`,
  },
  "label-check": {
    Reading: ({ ballot: { stands, reason } }) => (
      <>
        <Chip tone={stands ? "good" : "bad"}>{stands ? "the label stands" : "the label does not stand"}</Chip>
        <Told name="Why" text={reason} />
      </>
    ),
    tell: ({ stands }, who) => `${who} says that the label ${stands ? "stands" : "does not stand"}.`,
  },
  "axis-calls": {
    Reading: ({ ballot: { axes } }) => (
      <ul className={css["list"]}>
        {Object.entries(axes).map(([axis, { score, reason }]) => (
          <li key={axis}>
            <Score score={score} of={5} /> <b>{inWords(axis)}</b> {reason}
          </li>
        ))}
      </ul>
    ),
    tell: ({ axes }, who) =>
      `${who} scores ${listed(Object.entries(axes).map(([axis, { score }]) => `${axis} ${String(score)}`))}.`,
  },
  positions: {
    Reading: ({ ballot: { agreement, dispute, consensus, order, details } }) => (
      <>
        <Chip tone={AGREED[agreement][1]}>{AGREED[agreement][0]}</Chip>
        <Told name="The majority" text={consensus} />
        <Told name="What divides them" text={dispute} />
        <Ordered seats={order} />
        <Details of={details} />
      </>
    ),
    tell: ({ agreement, consensus }, who) =>
      `${who} finds that the answers ${AGREEMENTS[agreement]}${consensus === "" ? "" : `; the majority: ${cut(consensus)}`}.`,
  },
  "merged-list": {
    Reading: ({ ballot: { findings, order, details } }) => (
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
    tell: ({ findings }, who) => `${who} merges the answers into ${count(findings.length, "finding")}.`,
  },
};
