// What do protocols bring to the theatre? A line for each.
import { bringTheatre } from "@/views/theatre/brought";
import { theatre as adjudication } from "./adjudication/theatre";
import { theatre as claimVote } from "./claim_vote/theatre";
import { theatre as consensus } from "./consensus/theatre";
import { theatre as debate } from "./debate/theatre";

bringTheatre({ adjudication, "claim-vote": claimVote, consensus, debate });
