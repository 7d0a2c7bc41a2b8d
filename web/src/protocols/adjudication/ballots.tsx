// How do the ballots of an adjudication read, and how is each told in a sentence?
import { Chip, type Tone } from "@/controls/Card";
import type { ReadBallots } from "@/findings/brought";
import { Details, Everyone, Nothing, Ordered, Said, Score, Told, Who } from "@/findings/parts";
import css from "@/findings/findings.module.css";
import { wordsOf } from "@/language/names";
import { titleOf } from "@/language/names";
import { listed, say } from "@/language/say";
import { cut, namesOf } from "@/transcript/wording";
import type { BallotOf } from "@/wire/types";
import { SEVERITIES, STATUS } from "./places";

const CHANGES: Record<BallotOf<"flip-call">["change"], readonly [string, Tone]> = {
  no_change: [say("no change of position"), "plain"],
  cited_rebuttal: [say("moved by a rebuttal"), "good"],
  uncited: [say("moved without a rebuttal"), "bad"],
};
const AGREED: Record<BallotOf<"positions">["agreement"], readonly [string, Tone]> = {
  agree: [say("the answers agree"), "good"],
  partial: [say("they agree in part"), "mid"],
  disagree: [say("they disagree"), "bad"],
};

export const ballots: ReadBallots = {
  rebuttals: {
    Reading: ({ ballot: { points } }) => (
      <ul className={`${css["list"]} stack`}>
        {Object.entries(points).map(([seat, { disputes, point }]) => (
          <li key={seat}>
            <Chip tone={disputes ? "bad" : "good"}>{disputes ? say("against") : say("nothing against")}</Chip>{" "}
            <Who seat={seat} />
            <Said>{point}</Said>
          </li>
        ))}
      </ul>
    ),
    tell: ({ points }, who, looks) => {
      const disputed = Object.keys(points).filter((seat) => points[seat]?.disputes === true);
      return disputed.length === 0
        ? say("{who} disputes nothing.", { who })
        : say("{who} disputes {names}.", { who, names: namesOf(looks, disputed) });
    },
  },
  "flip-call": {
    Reading: ({ ballot: { change, words, reason } }) => (
      <>
        <Chip tone={CHANGES[change][1]}>{CHANGES[change][0]}</Chip>
        {words !== "" && change === "cited_rebuttal" && <Said>{words}</Said>}
        <Told name={say("Why")} text={reason} />
      </>
    ),
    tell: ({ change }, who) =>
      change === "no_change"
        ? say("{who} sees no change of position.", { who })
        : change === "cited_rebuttal"
          ? say("{who} sees a change of position in answer to a rebuttal.", { who })
          : say("{who} sees a change of position that no rebuttal accounts for.", { who }),
  },
  "reply-label": {
    Reading: ({ ballot: { label, reason, details } }) => (
      <>
        <Chip tone="gold">{wordsOf(label)}</Chip>
        <Told name={say("Why")} text={reason} />
        <Details of={details} />
      </>
    ),
    tell: ({ label }, who) => say("{who} labels the answer {label}.", { who, label: wordsOf(label) }),
  },
  "finding-labels": {
    Reading: ({ ballot: { findings, details } }) => (
      <>
        {findings.length === 0 && <Nothing>{say("Reports nothing.")}</Nothing>}
        <ul className={`${css["list"]} stack`}>
          {findings.map(({ finding, label, reason }, at) => (
            <li key={at}>
              <Chip tone="gold">{wordsOf(label)}</Chip> <b lang="">{finding}</b> <span lang="">{reason}</span>
            </li>
          ))}
        </ul>
        <Details of={details} />
      </>
    ),
    tell: ({ findings }, who) =>
      say("{who} labels {findings, plural, one {one finding} other {# findings}}.", { who, findings: findings.length }),
  },
  "label-check": {
    Reading: ({ ballot: { stands, reason } }) => (
      <>
        <Chip tone={stands ? "good" : "bad"}>{stands ? say("the label stands") : say("the label does not stand")}</Chip>
        <Told name={say("Why")} text={reason} />
      </>
    ),
    tell: ({ stands }, who) =>
      stands
        ? say("{who} says that the label stands.", { who })
        : say("{who} says that the label does not stand.", { who }),
  },
  "axis-calls": {
    Reading: ({ ballot: { axes } }) => (
      <ul className={`${css["list"]} stack`}>
        {Object.entries(axes).map(([axis, { score, reason }]) => (
          <li key={axis}>
            <Score score={score} of={5} /> <b>{titleOf(axis)}</b> <span lang="">{reason}</span>
          </li>
        ))}
      </ul>
    ),
    tell: ({ axes }, who) =>
      say("{who} scores {axes}.", {
        who,
        axes: listed(Object.entries(axes).map(([axis, { score }]) => `${wordsOf(axis)} ${String(score)}`)),
      }),
  },
  positions: {
    Reading: ({ ballot: { agreement, dispute, consensus, order, details } }) => (
      <>
        <Chip tone={AGREED[agreement][1]}>{AGREED[agreement][0]}</Chip>
        <Told name={say("The majority")} text={consensus} />
        <Told name={say("What divides them")} text={dispute} />
        <Ordered seats={order} />
        <Details of={details} />
      </>
    ),
    tell: ({ agreement, consensus }, who) =>
      consensus === ""
        ? say(
            "{who} finds that the answers {agreement, select, agree {agree} partial {agree in part} other {disagree}}.",
            { who, agreement },
          )
        : say(
            "{who} finds that the answers {agreement, select, agree {agree} partial {agree in part} other {disagree}}; the majority: {majority}.",
            { who, agreement, majority: cut(consensus) },
          ),
  },
  "merged-list": {
    Reading: ({ ballot: { findings, order, details } }) => (
      <>
        <ol className={`${css["list"]} stack`}>
          {findings.map(({ finding, status, severity, agree }, at) => (
            <li key={at}>
              <Chip>{STATUS[status].says}</Chip> <Chip>{SEVERITIES[severity] ?? severity}</Chip>{" "}
              <span lang="">{finding}</span> <Everyone seats={agree} none="" />
            </li>
          ))}
        </ol>
        <Ordered seats={order} />
        <Details of={details} />
      </>
    ),
    tell: ({ findings }, who) =>
      say("{who} merges the answers into {findings, plural, one {one finding} other {# findings}}.", {
        who,
        findings: findings.length,
      }),
  },
};
