// What does a debate bring to a session's page? How its findings look and are told, its tabs, who has the chair, and what
// is marked on the timeline and said aloud.
import type { Brought, DrawnFindings } from "@/findings/brought";
import type { Played } from "@/playback/brought";
import { count, cut, isMasked, listed, nameOf, namesOf } from "@/transcript/wording";
import { awardTitle } from "./awardTitle";
import { ballots } from "./ballots";
import { Alliances, Awards, Deeds, Roles, Scoreboard, Topic } from "./findings";

const findings: DrawnFindings = {
  roles: {
    title: "Roles",
    Body: Roles,
    tell: ({ chair, proposer }, looks) =>
      isMasked(looks)
        ? "The roles are drawn."
        : `${nameOf(looks, chair)} chairs${proposer === null ? "" : `; ${nameOf(looks, proposer)} proposes the topic`}.`,
  },
  topic: {
    title: "Topic",
    Body: Topic,
    tell: ({ text, by }, looks) =>
      isMasked(looks)
        ? "The topic stands."
        : by === null
          ? "The question is the topic."
          : `${nameOf(looks, by)} proposes: ${cut(text, 160)}`,
  },
  scoreboard: {
    title: "Scores",
    Body: Scoreboard,
    stands: true,
    tell: ({ winner, winners, rankable, places, k_replaced, k_exact = true, reason }, looks) => {
      if (!rankable) return "The opinions cannot be compared.";
      if (winner === null) return `${namesOf(looks, winners)} lead level.`;
      const first = places.find(({ seat }) => seat === winner);
      const mean = (first?.score ?? first?.mean)?.toFixed(1) ?? "";
      if (k_replaced === 0) return `${nameOf(looks, winner)} leads with ${mean}. ${reason}`;
      const few = `${k_exact ? "" : "at least "}${count(k_replaced, "other ballot")}`;
      return `${nameOf(looks, winner)} leads with ${mean}; ${few} would end that.`;
    },
  },
  alliances: {
    title: "Alliances",
    Body: Alliances,
    tell: ({ allies, rivals }, looks) => {
      const pair = ([one, other]: readonly unknown[]): string =>
        `${nameOf(looks, String(one))} and ${nameOf(looks, String(other))}`;
      const told = [
        ...allies.map((two) => `${pair(two)} are allies`),
        ...rivals.map((two) => `${pair(two)} are rivals`),
      ];
      return told.length === 0 ? "No pair agrees or disagrees on both sides." : `${listed(told)}.`;
    },
  },
  deeds: {
    title: "Deeds, for the record",
    Body: Deeds,
    records: true,
    tell: () => "What everybody did is put on record.",
  },
  awards: {
    title: "Achievements",
    Body: Awards,
    tell: ({ awards }, looks) =>
      awards.length === 0
        ? "No achievements this time."
        : awards.map(({ name, seats }) => `${namesOf(looks, seats)}: ${awardTitle(name)}.`).join(" "),
  },
};

export const debate: Brought = {
  findings,
  ballots,
  tabs: {
    topic: { kind: "findings", title: "Topic" },
    rebuttals: { kind: "findings", title: "Rebuttals" },
    alliances: { kind: "judging", title: "Alliances" },
  },
  ranks: "debate",
};

export const played: Played = {
  findings: {
    roles: { chair: ({ chair }) => chair },
    scoreboard: { reveals: true },
    awards: {
      markers: ({ awards }) =>
        awards.map(({ name, seats }) => ({ kind: "award", says: awardTitle(name), seats, by: null })),
      aloud: ({ awards }, _, amount) =>
        amount === "less" ? null : `${awards.length.toLocaleString("en")} achievements were earned.`,
    },
  },
  ballots: {
    "opinion-scores": {
      aloud: ({ scores }, name, seats) => {
        const told = seats.flatMap((seat) => {
          const given = scores[seat];
          return given === undefined ? [] : [`${name(seat)} ${String(given.score)}`];
        });
        return told.length === 0 ? "" : `gave ${told.join(", ")}`;
      },
    },
  },
};
