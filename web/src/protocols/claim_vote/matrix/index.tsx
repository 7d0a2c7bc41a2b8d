// What does a vote on claims bring to the matrix? Every claim by every member, and what the votes are worth.
import { say } from "@/language/say";
import type { MatrixPart } from "@/views/matrix/brought";
import { ClaimMatrix } from "./ClaimMatrix";
import { claimGridOf } from "./votes";
import { VoteWorth } from "./VoteWorth";

export const matrix: MatrixPart = {
  whole: ({ findings, ballots, seats }) => {
    const grid = claimGridOf(findings, ballots, seats);
    if (grid === null) return null;
    return {
      title: say("Vote matrix"),
      main: (looks) => <ClaimMatrix grid={grid} looks={looks} />,
      beside: (looks) => grid.tiers !== null && <VoteWorth tiers={grid.tiers} looks={looks} />,
    };
  },
};
