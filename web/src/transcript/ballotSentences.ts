// What does one ballot say, in a line? A sentence per ballot type, in a table that the compiler keeps complete.
import { ballotBrought, type BroughtBallot } from "@/findings/brought";
import { percent } from "@/findings/figures";
import { LEVEL_ORDER, LEVELS } from "@/findings/voting";
import type { Ballot, BallotOf, BallotType } from "@/wire/types";
import type { Looks } from "@/playback/looks";
import { count, cut, listed, nameOf, namesOf } from "./wording";

type Telling = {
  [T in Exclude<BallotType, BroughtBallot>]: (ballot: BallotOf<T>, reader: string, looks: Looks) => string;
};

const AGREEMENTS = { agree: "agree", partial: "agree in part", disagree: "disagree" };
const STANCES = { agree: "agrees with", disagree: "disagrees with", neutral: "is neutral towards" };

export const BALLOT_SENTENCES = {
  ranking: ({ tiers, abstained }, who, looks) =>
    abstained
      ? `${who} abstained.`
      : `${who} ranked ${tiers.map((tier) => tier.map((seat) => nameOf(looks, seat)).join(" = ")).join(" > ")}.`,
  "opinion-scores": ({ scores, abstained }, who, looks) =>
    abstained
      ? `${who} abstained.`
      : `${who} gave ${listed(Object.entries(scores).map(([seat, { score }]) => `${nameOf(looks, seat)} ${String(score)}`))}.`,
  stances: ({ towards, abstained }, who, looks) =>
    abstained
      ? `${who} took no sides.`
      : `${who} ${listed(
          (["agree", "disagree", "neutral"] as const).flatMap((stance) => {
            const seats = Object.keys(towards).filter((seat) => towards[seat]?.stance === stance);
            return seats.length === 0 ? [] : [`${STANCES[stance]} ${namesOf(looks, seats)}`];
          }),
        )}.`,
  rebuttals: ({ points }, who, looks) => {
    const disputed = Object.keys(points).filter((seat) => points[seat]?.disputes === true);
    return disputed.length === 0 ? `${who} disputes nothing.` : `${who} disputes ${namesOf(looks, disputed)}.`;
  },
  "flip-call": ({ change }, who) =>
    change === "no_change"
      ? `${who} sees no change of position.`
      : change === "cited_rebuttal"
        ? `${who} sees a change of position in answer to a rebuttal.`
        : `${who} sees a change of position that no rebuttal accounts for.`,
  "reply-label": ({ label }, who) => `${who} labels the answer ${label}.`,
  "finding-labels": ({ findings }, who) => `${who} labels ${count(findings.length, "finding")}.`,
  "label-check": ({ stands }, who) => `${who} says that the label ${stands ? "stands" : "does not stand"}.`,
  "axis-calls": ({ axes }, who) =>
    `${who} scores ${listed(Object.entries(axes).map(([axis, { score }]) => `${axis} ${String(score)}`))}.`,
  positions: ({ agreement, consensus }, who) =>
    `${who} finds that the answers ${AGREEMENTS[agreement]}${consensus === "" ? "" : `; the majority: ${cut(consensus)}`}.`,
  "merged-list": ({ findings }, who) => `${who} merges the answers into ${count(findings.length, "finding")}.`,
  reviews: ({ reviews }, who, looks) => `${who} reviewed ${namesOf(looks, Object.keys(reviews))}.`,
  "claim-drafts": ({ claims }, who) => `${who} drew ${count(claims.length, "claim")} from the opinions.`,
  "claim-votes": ({ votes, unread }, who) => {
    const levels = Object.values(votes).map(({ level }) => level);
    const given = LEVEL_ORDER.flatMap((level) => {
      const of = levels.filter((each) => each === level).length;
      return of === 0 ? [] : [`${String(of)} ${LEVELS[level].does}`];
    });
    const lost = Object.keys(unread).length;
    if (lost > 0) given.push(`${String(lost)} not read`);
    return `${who} voted: ${given.length === 0 ? "nothing" : given.join(", ")}.`;
  },
  reply: ({ confidence }, who) =>
    confidence === null ? `${who} answered in plain words.` : `${who} answered, ${percent(confidence)} sure.`,
  arbitration: ({ confidence, needs_iteration }, who) =>
    `${who} is ${percent(confidence)} sure${needs_iteration ? " and asks for another round" : ""}.`,
  placement: ({ ranking, confidence }, who, looks) =>
    `${who} places ${nameOf(looks, ranking[0] ?? "")} first, ${percent(confidence)} sure.`,
  pick: ({ chosen, confidence }, who, looks) => `${who} picks ${nameOf(looks, chosen)}, ${percent(confidence)} sure.`,
  grouping: ({ groups }, who) =>
    `${who} sorts the answers into ${count(new Set(Object.values(groups)).size, "group")}.`,
} satisfies Telling;

/** What a ballot says, in one sentence. */
export function ballotSentence(ballot: Ballot, reader: string, looks: Looks): string {
  const own = (BALLOT_SENTENCES as Partial<Record<string, unknown>>)[ballot.type] ?? ballotBrought(ballot.type)?.tell;
  const tell = own as ((ballot: Ballot, reader: string, looks: Looks) => string) | undefined;
  return tell?.(ballot, reader, looks) ?? `${reader} cast a ballot.`;
}
