// What was found, in a line? A sentence per finding type, in a table that the compiler keeps complete.
import { findingBrought, type BroughtFinding } from "@/findings/brought";
import { percents } from "@/findings/figures";
import { saidOf } from "@/findings/standingWords";
import { TIER_ORDER } from "@/findings/voting";
import { awardTitle } from "@/playback/keys";
import type { Finding, FindingOf, FindingType } from "@/wire/types";
import type { Looks } from "@/playback/looks";
import { count, cut, isMasked, listed, nameOf, namesOf } from "./wording";

type Telling = { [T in Exclude<FindingType, BroughtFinding>]: (finding: FindingOf<T>, looks: Looks) => string };

export const FINDING_SENTENCES = {
  standing: (standing, looks) => saidOf(standing, looks)[0] ?? "The answers cannot be ranked.",
  scoreboard: ({ winner, winners, rankable, places, k_replaced, k_exact = true, reason }, looks) => {
    if (!rankable) return "The opinions cannot be compared.";
    if (winner === null) return `${namesOf(looks, winners)} lead level.`;
    const first = places.find(({ seat }) => seat === winner);
    const mean = (first?.score ?? first?.mean)?.toFixed(1) ?? "";
    if (k_replaced === 0) return `${nameOf(looks, winner)} leads with ${mean}. ${reason}`;
    const few = `${k_exact ? "" : "at least "}${count(k_replaced, "other ballot")}`;
    return `${nameOf(looks, winner)} leads with ${mean}; ${few} would end that.`;
  },
  note: ({ title, text }, looks) => (isMasked(looks) ? "Something was noted." : `${title}: ${cut(text, 160)}`),
  attendance: ({ seats }, looks) => {
    const silent = seats.filter((each) => each.silent).map(({ seat }) => seat);
    return silent.length === 0 ? "Everybody cast a ballot." : `${namesOf(looks, silent)} cast no readable ballot.`;
  },
  "rebuttals-made": ({ rebuttals }) =>
    rebuttals.length === 0 ? "Nobody disputed an answer." : `${count(rebuttals.length, "rebuttal")} made.`,
  revisions: ({ replies }, looks) => {
    const revised = replies.filter(({ why }) => why === "revised").map(({ seat }) => seat);
    return revised.length === 0 ? "Nobody revised an answer." : `${namesOf(looks, revised)} revised an answer.`;
  },
  flips: ({ flips }, looks) => {
    const moved = flips.filter(({ change }) => change === "cited" || change === "uncited");
    if (moved.length === 0) return "Nobody changed position.";
    const told = moved.map(({ seat, change, source }) =>
      change === "uncited"
        ? `${nameOf(looks, seat)} changed position, citing nothing new`
        : `${nameOf(looks, seat)} changed position${source === null ? "" : `, citing ${nameOf(looks, source)}`}`,
    );
    return `${told.join("; ")}.`;
  },
  labels: ({ replies }, looks) => {
    const flawed = replies.filter((each) => each.flawed).map(({ seat }) => seat);
    return flawed.length === 0 ? "No answer is labelled faulty." : `Labelled faulty: ${namesOf(looks, flawed)}.`;
  },
  "axis-scores": ({ scores }) =>
    `Every answer is scored on ${count(new Set(scores.map(({ axis }) => axis)).size, "axis", "axes")}.`,
  compared: ({ agreement, dispute, findings }, looks) => {
    const same = {
      "": "",
      agree: "The answers agree.",
      partial: "The answers agree in part.",
      disagree: "The answers disagree.",
    };
    if (same[agreement] === "") return `${count(findings.length, "finding")} on the merged list.`;
    return `${same[agreement]}${dispute === "" || isMasked(looks) ? "" : ` ${cut(dispute)}`}`;
  },
  "reply-scores": ({ winner, places }, looks) =>
    winner === null
      ? "No answer scores highest alone."
      : `${nameOf(looks, winner)} scores highest with ${places[0]?.score?.toFixed(1) ?? "?"}.`,
  measures: ({ verdict_class, certainty, rule, withheld }) => {
    if (rule === 0) return "Nothing could be ruled.";
    const sure = certainty === "" ? "" : `, certainty ${certainty}`;
    return `Rule ${String(rule)} applies: ${verdict_class.replaceAll("_", " ")}${sure}${withheld ? "; no verdict is written" : ""}.`;
  },
  "adjudicator-agreement": ({ scores }) =>
    scores === null
      ? "The adjudicators cannot be compared."
      : `The adjudicators' scores agree with alpha ${scores.toFixed(2)}.`,
  "review-round": ({ reviews, unread }, looks) =>
    `${count(reviews.length, "review")} read${unread.length === 0 ? "" : `; none from ${namesOf(looks, unread)}`}.`,
  "claim-list": ({ claims, dropped }) =>
    `${count(claims.length, "claim")} put to the vote${dropped.length === 0 ? "" : `, ${String(dropped.length)} left out`}.`,
  tiers: ({ claims }) => {
    const told = TIER_ORDER.flatMap((tier) => {
      const of = claims.filter((claim) => claim.tier === tier).length;
      return of === 0 ? [] : [`${String(of)} ${tier.toLowerCase()}`];
    });
    return `The claims stand: ${told.length === 0 ? "none" : listed(told)}.`;
  },
  "narrative-audit": ({ narrator, faults, seal }) =>
    seal !== ""
      ? seal
      : narrator === "editor"
        ? "No fault found in the report by rules."
        : `The report was written from a template${faults.length === 0 ? "" : `: ${count(faults.length, "fault")} in the editor's`}.`,
  "vote-gaps": ({ gaps, open }) => {
    const unread = gaps.filter(({ how }) => how === "unread").length;
    const told = [
      ...(unread === 0 ? [] : [`${count(unread, "vote")} could not be read`]),
      ...(unread === gaps.length ? [] : [count(gaps.length - unread, "abstention")]),
      ...(open.length === 0 ? [] : [`${count(open.length, "tier")} left open`]),
    ];
    return `Opinions are missing: ${told.join(", ")}.`;
  },
  rounds: ({ rounds, stopped, threshold }) => {
    const last = rounds.at(-1);
    const sure = last?.confidence == null ? "nobody arbitrated" : `${percents(last.confidence, threshold)[0]} sure`;
    const ends = stopped === "" ? `another round follows` : "the rounds end";
    return `Round ${String(last?.number ?? 0)}: ${sure}, threshold ${percents(threshold, last?.confidence ?? threshold)[0]}; ${ends}.`;
  },
  "answer-groups": ({ votes, of, majority }) =>
    `${String(votes)} of ${String(of)} answers say the same: ${majority ? "a" : "no"} majority.`,
  "answer-clusters": ({ kept }) => `${count(kept.length, "answer")} kept for the arbiter.`,
  elimination: ({ eliminated }, looks) =>
    eliminated.length === 0
      ? "Nobody leaves."
      : `${namesOf(looks, eliminated)} ${eliminated.length === 1 ? "leaves" : "leave"}.`,
  parts: ({ parts }) => `${count(Object.keys(parts).length, "member")} given a part.`,
  roles: ({ chair, proposer }, looks) =>
    isMasked(looks)
      ? "The roles are drawn."
      : `${nameOf(looks, chair)} chairs${proposer === null ? "" : `; ${nameOf(looks, proposer)} proposes the topic`}.`,
  topic: ({ text, by }, looks) =>
    isMasked(looks)
      ? "The topic stands."
      : by === null
        ? "The question is the topic."
        : `${nameOf(looks, by)} proposes: ${cut(text, 160)}`,
  alliances: ({ allies, rivals }, looks) => {
    const pair = ([one, other]: readonly unknown[]): string =>
      `${nameOf(looks, String(one))} and ${nameOf(looks, String(other))}`;
    const told = [...allies.map((two) => `${pair(two)} are allies`), ...rivals.map((two) => `${pair(two)} are rivals`)];
    return told.length === 0 ? "No pair agrees or disagrees on both sides." : `${listed(told)}.`;
  },
  deeds: () => "What everybody did is put on record.",
  awards: ({ awards }, looks) =>
    awards.length === 0
      ? "No achievements this time."
      : awards.map(({ name, seats }) => `${namesOf(looks, seats)}: ${awardTitle(name)}.`).join(" "),
} satisfies Telling;

/** What was found, in one sentence. */
export function findingSentence(finding: Finding, looks: Looks): string {
  const own =
    (FINDING_SENTENCES as Partial<Record<string, unknown>>)[finding.type] ?? findingBrought(finding.type)?.tell;
  const tell = own as ((finding: Finding, looks: Looks) => string) | undefined;
  const said = tell?.(finding, looks) ?? "Something was found.";
  return said.replace(/^one /, "One ");
}
