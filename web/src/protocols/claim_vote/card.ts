// What is to be known of a vote on claims before one is shown?
import { ListChecks } from "lucide-react";
import { say } from "@/language/say";
import type { ProtocolCard } from "../card";

export const claimVote: ProtocolCard = {
  protocol: "claim-vote",
  answersNow: true,
  icon: ListChecks,
  fits: {
    words:
      /\b(is|are|was|were) it (really |actually )?(true|correct|accurate|a myth)\b|\btrue or false\b|\bfact[- ]?check|\b(which|what) (of (these|the|those) )?(claims?|statements?)\b|\bverify\b|\bclaims?\b.*\b(hold|supported|true|evidence)\b|\bmyths?\b/i,
    because: say("You ask what is true. Each claim is voted on by itself, with its passage."),
  },
  files: [
    {
      name: "report",
      title: say("Votes report"),
      says: say("The claims with their tiers and votes, as Markdown"),
      copies: true,
      form: "md",
    },
    { name: "votes", title: say("Votes as data"), says: say("Every vote, as JSON"), form: "votes" },
  ],
};
