// What do protocols bring to the matrix? A line for each; the order is the one in which pages and tables are tried.
import "./verdict";
import { bringMatrices } from "@/views/matrix/brought";
import { axesOf, axisGrid } from "./adjudication/axes";
import { matrix as claimVote } from "./claim_vote/matrix";
import { roundGrid } from "./consensus/roundGrid";
import { markGrid } from "./debate/markGrid";

bringMatrices({
  "claim-vote": claimVote,
  "peer-review": { ahead: "Who ranked whom will stand here once the first ballot is read." },
  debate: {
    ahead: "The members' marks for each other will stand here once the first ballot is read.",
    fills: "debate",
    grid: markGrid,
  },
  adjudication: {
    ahead: "Every reply's scores by axis will stand here once the adjudicator has scored them.",
    grid: (part, looks, opening) => axisGrid(part, looks, axesOf(opening)),
  },
  consensus: {
    ahead: "The arbiter's order of the answers will stand here after the first round.",
    grid: roundGrid,
  },
});
