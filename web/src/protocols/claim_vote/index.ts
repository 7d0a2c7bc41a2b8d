// What does a vote on claims bring to a session's page? How its findings look and are told, and its tabs.
import type { Brought, DrawnFindings } from "@/findings/brought";
import { listed, say } from "@/language/say";
import type { Played } from "@/playback/brought";
import { reasons, REVEALED } from "@/playback/show/plan";
import { namesOf } from "@/transcript/wording";
import { auditWords, ClaimAnswer, ProseAudit } from "./answer";
import { ballots } from "./ballots";
import { ControlClaims } from "./controls";
import { ClaimList, ReviewRound, Tiers } from "./findings";
import { TIER_COUNTS, TIER_ORDER } from "./voting";

const findings: DrawnFindings = {
  "review-round": {
    title: say("Reviews"),
    Body: ReviewRound,
    tell: ({ reviews, unread }, looks) =>
      unread.length === 0
        ? say("{reviews, plural, one {One review} other {# reviews}} read.", { reviews: reviews.length })
        : say("{reviews, plural, one {One review} other {# reviews}} read; none from {names}.", {
            reviews: reviews.length,
            names: namesOf(looks, unread),
          }),
  },
  "claim-list": {
    title: say("Claims and the passages they rest on"),
    Body: ClaimList,
    tell: ({ claims, dropped }) =>
      say(
        "{claims, plural, one {One claim} other {# claims}} put to the vote{dropped, plural, =0 {} other {, # left out}}.",
        { claims: claims.length, dropped: dropped.length },
      ),
  },
  tiers: {
    title: say("Claims by tier"),
    Body: Tiers,
    tell: ({ claims }) => {
      const told = TIER_ORDER.flatMap((tier) => {
        const of = claims.filter((claim) => claim.tier === tier).length;
        return of === 0 ? [] : [TIER_COUNTS[tier](of)];
      });
      return told.length === 0
        ? say("The claims stand: none.")
        : say("The claims stand: {tiers}.", { tiers: listed(told) });
    },
  },
  "control-claims": {
    title: say("Control claims"),
    Body: ControlClaims,
    tell: ({ claims }) =>
      say("{claims, plural, one {One control claim was} other {# control claims were}} voted on and left out.", {
        claims: claims.length,
      }),
  },
  "claim-answer": {
    title: say("What the votes answer"),
    Body: ClaimAnswer,
    answer: ({ answer }) => answer,
    tell: ({ answer }) => answer,
  },
  "prose-audit": {
    title: say("Audit of the report"),
    Body: ProseAudit,
    tell: auditWords,
  },
};

export const claimVote: Brought = {
  findings,
  ballots,
  tabs: {
    claims: { kind: "findings", title: say("Claims") },
    votes: { kind: "judging", title: say("Votes") },
    narrative: { kind: "conclusion", title: say("Report"), writes: say("report") },
  },
};

export const played: Played = {
  stages: { claims: say("Claims"), votes: say("Votes"), narrative: say("Narrative") },
  tasks: { relations: say("comparison of claims"), audit: say("audit of the report") },
  offices: { extractor: say("Extractor"), editor: say("Editor") },
  concludes: ["narrative"],
  shown: { claims: { said: "nothing" }, votes: { said: "nothing" }, narrative: { said: "nothing" } },
  findings: {
    "review-round": { reveals: true, parts: () => REVEALED.slice(0, 1) },
    "claim-list": { parts: () => [{ as: "hold", ms: 3500, least: 2000 }] },
    tiers: { parts: () => [{ as: "hold", ms: 3000, least: 2000 }] },
  },
  ballots: {
    reviews: { parts: ({ reviews }) => [reasons("", Object.keys(reviews).length)] },
    "claim-votes": { parts: () => [{ as: "hold", ms: 900, least: 600 }] },
  },
};
