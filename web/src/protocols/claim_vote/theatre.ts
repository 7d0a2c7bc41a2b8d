// What does a vote on claims bring to the theatre? The claims as they are drawn and the ballot on them between the flanks.
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";
import { BARE, lines, type Row, type TheatrePart } from "@/views/theatre/brought";
import { Claims } from "./Claims";

const voters = (found: FindingOf<"tiers">): Row[] =>
  found.voters.map((seat) => ({ ...BARE, seat, place: "✓", figure: say("voted"), beside: say("on every claim") }));

export const theatre: TheatrePart = {
  stages: {
    claims: { scene: "claims" },
    votes: { scene: "votes" },
    narrative: { scene: "synthesis", says: say("report") },
  },
  pictures: {
    claims: { flanked: true, Panel: Claims, lead: "extractor", unjudged: true },
    votes: { flanked: true, Panel: Claims, unjudged: true },
  },
  standings: { tiers: (finding) => ({ says: say("votes counted"), rows: voters(finding) }) },
  ballots: {
    reviews: {
      words: ({ reviews }) => lines(Object.values(reviews).flatMap(({ strong, weak }) => [strong, weak])),
      cards: ({ reviews }, card) =>
        Object.entries(reviews).map(([seat, { strong, weak }]) => [
          seat,
          card("±", "plain", say("sound: {strong} Weak: {weak}", { strong, weak })),
        ]),
    },
    "claim-votes": { words: ({ votes }) => lines(Object.values(votes).map(({ reason }) => reason)) },
    "claim-drafts": { words: ({ claims }) => lines(claims.map(({ text }) => text)) },
  },
  decrees: { editor: say("The editor's report") },
  unmarked: true,
};
