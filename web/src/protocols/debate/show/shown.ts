// What of a debate is shown one after the other, and for how long? Its roles, its topic, marks that come in and that change,
// who sides with whom, and in the end what was earned.
import type { Played } from "@/playback/brought";
import type { Part } from "@/playback/show/beat";
import { reasons, REVEALED } from "@/playback/show/plan";
import { readingTime } from "@/playback/show/reading";
import type { BallotOf, FindingOf } from "@/wire/types";

export const shown: NonNullable<Played["shown"]> = {
  topic: { said: "nothing" },
  rebuttals: { least: 5000 },
  alliances: { said: "nothing" },
};

export const ROLES: Part = { as: "roles", ms: 2000 };
/** What one member says of the others is drawn. */
export const DRAWN: Part = { as: "drawn", ms: 1200 };

/** The topic is typed, then stands for a moment. */
export const topicParts = ({ text }: FindingOf<"topic">): readonly Part[] => [
  { as: "topic", ms: Math.min(6000, readingTime(text)) + 1500, least: 1500 },
];

/** Once marks have changed they roll from what they were; before that the masks come off. */
export function boardParts({ places, cells = [] }: FindingOf<"scoreboard">): readonly Part[] {
  if (places.some(({ rebutted }) => rebutted)) return [{ as: "rolling", ms: 3000, least: 2500 }];
  return cells.some(({ adjusted }) => adjusted !== null) ? [] : REVEALED;
}

/** Everything that was said stands for a moment, then what two say of each other. */
export const sideParts = ({ ties }: FindingOf<"alliances">): readonly Part[] =>
  ties.length === 0
    ? []
    : [
        { as: "ties", ms: 2000 },
        { as: "mutual", ms: 3000 },
      ];

/** First marks are read out; how they change afterwards is shown together. */
export const markParts = ({ scores }: BallotOf<"opinion-scores">, key: string): readonly Part[] =>
  key.includes("#") ? [] : [reasons("", Object.keys(scores).length)];

/** What was earned, each kind once. */
export const awardParts = ({ awards }: FindingOf<"awards">): readonly Part[] =>
  [...new Set(awards.map(({ name }) => name))].map((_, nth) => ({ as: "award", ms: 1500, nth }));
