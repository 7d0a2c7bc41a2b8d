// What do protocols bring to the verdict, in its view and in the card beside others?
import { bringVerdicts } from "@/views/verdict/brought";
import { verdict as adjudication } from "./adjudication/verdict";
import { compared } from "./agreement/Analysis";
import { verdict as claimVote } from "./claim_vote/verdict";
import { verdict as consensus } from "./consensus/verdict";
import { verdict as debate } from "./debate/verdict";
import { isAnswerKnown } from "./grading";

bringVerdicts({
  consensus,
  adjudication,
  "claim-vote": claimVote,
  debate,
  agreement: { compared },
  grading: { isAnswerKnown },
});
