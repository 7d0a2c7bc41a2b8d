// What do protocols bring to the ballots? A line for each; the order is the one in which pages and tables are tried.
import "./verdict";
import { bringMatrices } from "@/views/matrix/brought";
import { axesOf, axisGrid } from "./adjudication/axes";
import { matrix as claimVote } from "./claim_vote/matrix";
import { roundGrid } from "./consensus/roundGrid";
import { markGrid } from "./debate/markGrid";

bringMatrices({
  "claim-vote": claimVote,
  debate: {
    grid: markGrid,
  },
  adjudication: {
    grid: (part, looks, opening) => axisGrid(part, looks, axesOf(opening)),
  },
  consensus: {
    grid: roundGrid,
  },
});
