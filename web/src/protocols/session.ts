// What do protocols bring to a session's page, whichever view is shown? A line for each folder here; `views.ts` joins what
// single views take.
import { bring } from "@/findings/brought";
import { bringPlayed } from "@/playback/brought";
import { adjudication, played as adjudicationPlayed } from "./adjudication";
import { claimVote, played as claimVotePlayed } from "./claim_vote";
import { consensus } from "./consensus";
import { debate, played as debatePlayed } from "./debate";
import { fusion } from "./fusion";
import { peerReview } from "./peer_review";

for (const each of [peerReview, adjudication, consensus, claimVote, debate, fusion]) bring(each);
for (const each of [adjudicationPlayed, claimVotePlayed, debatePlayed]) bringPlayed(each);
