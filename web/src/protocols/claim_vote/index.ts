// What does a vote on claims bring to a session's page? How its findings look and are told, and its tabs.
import type { Brought, DrawnFindings } from "@/findings/brought";
import type { Played } from "@/playback/brought";
import { count, listed, namesOf } from "@/transcript/wording";
import { NarrativeAudit } from "./audit";
import { ballots } from "./ballots";
import { ClaimList, ReviewRound, Tiers, VoteGaps } from "./findings";
import { TIER_ORDER } from "./voting";

const findings: DrawnFindings = {
  "review-round": {
    title: "Reviews",
    Body: ReviewRound,
    tell: ({ reviews, unread }, looks) =>
      `${count(reviews.length, "review")} read${unread.length === 0 ? "" : `; none from ${namesOf(looks, unread)}`}.`,
  },
  "claim-list": {
    title: "Claims and the passages they rest on",
    Body: ClaimList,
    tell: ({ claims, dropped }) =>
      `${count(claims.length, "claim")} put to the vote${dropped.length === 0 ? "" : `, ${String(dropped.length)} left out`}.`,
  },
  tiers: {
    title: "Claims by tier",
    Body: Tiers,
    tell: ({ claims }) => {
      const told = TIER_ORDER.flatMap((tier) => {
        const of = claims.filter((claim) => claim.tier === tier).length;
        return of === 0 ? [] : [`${String(of)} ${tier.toLowerCase()}`];
      });
      return `The claims stand: ${told.length === 0 ? "none" : listed(told)}.`;
    },
  },
  "vote-gaps": {
    title: "Opinions that are missing",
    Body: VoteGaps,
    tell: ({ gaps, open }) => {
      const unread = gaps.filter(({ how }) => how === "unread").length;
      const told = [
        ...(unread === 0 ? [] : [`${count(unread, "vote")} could not be read`]),
        ...(unread === gaps.length ? [] : [count(gaps.length - unread, "abstention")]),
        ...(open.length === 0 ? [] : [`${count(open.length, "tier")} left open`]),
      ];
      return `Opinions are missing: ${told.join(", ")}.`;
    },
  },
  "narrative-audit": {
    title: "Audit of the report",
    Body: NarrativeAudit,
    tell: ({ narrator, faults, seal }) =>
      seal !== ""
        ? seal
        : narrator === "editor"
          ? "No fault found in the report by rules."
          : `The report was written from a template${faults.length === 0 ? "" : `: ${count(faults.length, "fault")} in the editor's`}.`,
  },
};

export const claimVote: Brought = {
  findings,
  ballots,
  tabs: {
    claims: { kind: "findings", title: "Claims" },
    votes: { kind: "judging", title: "Votes" },
    narrative: { kind: "conclusion", title: "Report", writes: "report" },
  },
};

export const played: Played = { concludes: ["narrative"], findings: { "review-round": { reveals: true } } };
