// What is to be known of a vote on claims before one is shown?
import { ListChecks } from "lucide-react";
import type { ProtocolCard } from "../card";

export const claimVote: ProtocolCard = {
  protocol: "claim-vote",
  icon: ListChecks,
  files: [
    {
      name: "report",
      title: "Votes report",
      says: "The claims with their tiers and votes, as Markdown",
      copies: true,
      form: "md",
    },
    { name: "votes", title: "Votes as data", says: "Every vote, as JSON", form: "votes" },
  ],
};
