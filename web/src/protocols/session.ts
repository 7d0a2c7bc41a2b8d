// What do protocols bring to a session's page, whichever view is shown? A line for each folder here; `views.ts` joins what
// single views take.
import { bring } from "@/findings/brought";
import { bringPlayed } from "@/playback/brought";
import { adjudication, played as adjudicationPlayed } from "./adjudication";
import { agreement, played as agreementPlayed } from "./agreement";
import { claimVote, played as claimVotePlayed } from "./claim_vote";
import { consensus, played as consensusPlayed } from "./consensus";
import { debate, played as debatePlayed } from "./debate";
import { fusion, played as fusionPlayed } from "./fusion";
import { grading, played as gradingPlayed } from "./grading";
import { peerReview } from "./peer_review";

for (const each of [agreement, grading, peerReview, adjudication, consensus, claimVote, debate, fusion]) bring(each);
const PLAYED = [
  agreementPlayed,
  gradingPlayed,
  adjudicationPlayed,
  consensusPlayed,
  claimVotePlayed,
  debatePlayed,
  fusionPlayed,
];
for (const each of PLAYED) bringPlayed(each);
