// What does a debate bring to a session's page? How its findings look and are told, its tabs, who has the chair, and what
// is marked on the timeline and said aloud.
import type { Brought, DrawnFindings } from "@/findings/brought";
import { decimal, listed, say } from "@/language/say";
import type { Played } from "@/playback/brought";
import { beside, cut, ended, nameOf, namesOf } from "@/transcript/wording";
import { awardTitle } from "./awardTitle";
import { ballots } from "./ballots";
import { Awards, Deeds } from "./earned";
import { Alliances, Roles, Scoreboard, Topic } from "./findings";
import { awardParts, boardParts, DRAWN, markParts, ROLES, shown, sideParts, topicParts } from "./show/shown";

const findings: DrawnFindings = {
  roles: {
    title: say("Roles"),
    Body: Roles,
    tell: ({ chair, proposer }, looks) =>
      proposer === null
        ? say("{chair} chairs.", { chair: nameOf(looks, chair) })
        : say("{chair} chairs; {proposer} proposes the topic.", {
            chair: nameOf(looks, chair),
            proposer: nameOf(looks, proposer),
          }),
  },
  topic: {
    title: say("Topic"),
    Body: Topic,
    tell: ({ text, by }, looks) =>
      by === null
        ? say("The question is the topic.")
        : say("{who} proposes: {topic}", { who: nameOf(looks, by), topic: cut(text, 160) }),
  },
  scoreboard: {
    title: say("Scores"),
    Body: Scoreboard,
    stands: true,
    inResult: () => true,
    tell: ({ winner, winners, rankable, places, k_replaced, k_exact = true, reason }, looks) => {
      if (!rankable) return say("The opinions cannot be compared.");
      if (winner === null) return say("{names} lead level.", { names: namesOf(looks, winners) });
      const first = places.find(({ seat }) => seat === winner);
      const mean = first?.score ?? first?.mean;
      const told = { who: nameOf(looks, winner), mark: mean === undefined ? "" : decimal(mean, 1), k: k_replaced };
      if (k_replaced === 0) return say("{who} leads with {mark}. {reason}", { ...told, reason });
      return k_exact
        ? say(
            "{who} leads with {mark}; {k, plural, one {one other ballot} other {# other ballots}} would end that.",
            told,
          )
        : say(
            "{who} leads with {mark}; at least {k, plural, one {one other ballot} other {# other ballots}} would end that.",
            told,
          );
    },
  },
  alliances: {
    title: say("Alliances"),
    Body: Alliances,
    tell: ({ allies, rivals }, looks) => {
      const pair = (two: readonly unknown[]): string => listed(two.map((seat) => nameOf(looks, String(seat))));
      const told = [
        ...allies.map((two) => say("{pair} are allies", { pair: pair(two) })),
        ...rivals.map((two) => say("{pair} are rivals", { pair: pair(two) })),
      ];
      return told.length === 0 ? say("No pair agrees or disagrees on both sides.") : ended(listed(told));
    },
  },
  deeds: {
    title: say("What members did, for the record"),
    Body: Deeds,
    records: true,
    tell: () => say("What everybody did is put on record."),
  },
  awards: {
    title: say("Achievements"),
    Body: Awards,
    tell: ({ awards }, looks) =>
      awards.length === 0
        ? say("No achievements this time.")
        : awards
            .map(({ name, seats }) =>
              say("{names}: {award}.", { names: namesOf(looks, seats), award: awardTitle(name) }),
            )
            .join(" "),
  },
};

export const debate: Brought = {
  findings,
  ballots,
  tabs: {
    topic: { kind: "findings", title: say("Topic") },
    rebuttals: { kind: "findings", title: say("Rebuttals") },
    alliances: { kind: "judging", title: say("Alliances") },
  },
  ranks: "debate",
};

export const played: Played = {
  stages: { topic: say("Topic"), rebuttals: say("Rebuttals"), alliances: say("Alliances") },
  shown,
  findings: {
    roles: { chair: ({ chair }) => chair, parts: () => [ROLES] },
    topic: { parts: topicParts },
    scoreboard: { reveals: true, parts: boardParts, winner: ({ winner }) => winner },
    alliances: { parts: sideParts },
    awards: {
      late: awardParts,
      markers: ({ awards }) =>
        awards.map(({ name, seats }) => ({ kind: "award", says: awardTitle(name), seats, by: null })),
      aloud: ({ awards }, _, amount) =>
        amount === "less"
          ? null
          : say("{awards, plural, one {# achievement was} other {# achievements were}} earned.", {
              awards: awards.length,
            }),
    },
  },
  ballots: {
    "opinion-scores": {
      aloud: ({ scores }, who, name, seats) => {
        const told = seats.flatMap((seat) => {
          const given = scores[seat];
          return given === undefined ? [] : [`${name(seat)} ${String(given.score)}`];
        });
        return told.length === 0 ? "" : say("{who} gave {marks}.", { who, marks: beside(told) });
      },
      stance: ({ scores, abstained }, seat) => {
        const given = scores[seat]?.score;
        if (abstained || given === undefined) return null;
        return given >= Math.max(...Object.values(scores).map(({ score }) => score)) ? "agrees" : "differs";
      },
      parts: markParts,
    },
    stances: { parts: () => [DRAWN] },
  },
};
