// What does a debate bring to the theatre? The topic, those who answer their critics in the light, who sides with whom, and
// what was earned.
import { worthOf } from "@/findings/figures";
import { placeWords } from "@/findings/places";
import { decimal, listed, say } from "@/language/say";
import { latest } from "@/playback/found";
import type { FindingOf, SessionState } from "@/wire/types";
import { lines, type Bond, type Row, type TheatrePart } from "@/views/theatre/brought";
import { stageNow } from "@/views/theatre/moment/scenes";
import { awardsNow } from "./awards";
import { awardTitle } from "./awardTitle";
import { AwardNotice, Medals } from "./Medals";
import { boardPlaces } from "./places";
import { RolesCard, RollingCard, TopicCard } from "./show/spotlights";

const NOBODY: readonly string[] = [];
const lit = new WeakMap<object, readonly string[]>();

/** Those who answer their critics stand in the light. */
function answering(state: SessionState): readonly string[] {
  const board = latest(state.findings, "scoreboard");
  if (board === null) return NOBODY;
  const known = lit.get(board);
  if (known !== undefined) return known;
  const stage = stageNow(state);
  const answered = Object.values(state.moves).filter((move) => move.stage === stage && !move.key.includes("#"));
  const seats = [...new Set([...board.lowest, ...answered.map((move) => move.seat)])];
  lit.set(board, seats);
  return seats;
}

/** Who agrees and who disagrees with whom; what two say of each other is one line. */
function sides(state: SessionState): readonly Bond[] {
  const found = new Map<string, Bond>();
  for (const { reader, ballot } of Object.values(state.ballots)) {
    if (ballot?.type !== "stances") continue;
    for (const [seat, { stance, why }] of Object.entries(ballot.towards)) {
      if (stance === "neutral") continue;
      const id = `${stance} ${[reader, seat].sort().join(" ")}`;
      const had = found.get(id);
      const said = { by: reader, why };
      if (had === undefined)
        found.set(id, { id, from: reader, to: seat, kind: stance, mutual: false, reasons: [said] });
      else found.set(id, { ...had, mutual: true, reasons: [...had.reasons, said] });
    }
  }
  return [...found.values()];
}

function scores(board: FindingOf<"scoreboard">): Row[] {
  const places = boardPlaces(board);
  return board.places.map(({ seat, mean, score = mean, first_mean, votes, rebutted }) => ({
    seat,
    place: placeWords(places, seat),
    judged: votes > 0,
    figure: decimal(score, 1),
    beside: rebutted
      ? score === mean
        ? say("was {mark}", { mark: decimal(first_mean, 1) })
        : // A score is evened and a mean is not: two scales are told apart.
          say("mean {mean}, was {mark}", { mean: decimal(mean, 1), mark: decimal(first_mean, 1) })
      : say("{marks, plural, one {# mark} other {# marks}}", { marks: votes }),
    share: score / 10,
    tone: worthOf(score),
    mood: { good: "proud", mid: "", bad: "glum" }[worthOf(score)] as Row["mood"],
  }));
}

/** By how much the winner leads, and how few ballots would end that. */
function lead(findings: SessionState["findings"], name: (seat: string) => string): readonly string[] {
  const board = latest(findings, "scoreboard");
  if (board === null || board.winner === null) return [];
  const [first, second] = board.places;
  const [one, other] = [first?.score ?? first?.mean, second?.score ?? second?.mean];
  const k = board.k_replaced;
  return [
    ...(second === undefined || one === undefined || other === undefined
      ? []
      : [say("{margin} before {name}", { margin: decimal(one - other, 1), name: name(second.seat) })]),
    ...(k === 0
      ? []
      : [
          board.k_exact === false
            ? say("At least {k, plural, one {one other ballot} other {# other ballots}} would end that (k*).", { k })
            : say("{k, plural, one {One other ballot} other {# other ballots}} would end that (k*).", { k }),
        ]),
  ];
}

export const theatre: TheatrePart = {
  stages: {
    topic: { scene: "topic", says: say("topic") },
    rebuttals: { scene: "rebuttals", says: (about) => (about === "again" ? say("second mark") : say("rebuttal")) },
    alliances: { scene: "alliances" },
  },
  pictures: {
    topic: { unjudged: true },
    rebuttals: { cards: "readers", lit: answering },
    alliances: { bonds: sides, quiet: true, faint: true },
  },
  standings: {
    scoreboard: (finding) => ({
      says: say("score, higher is better"),
      rows: scores(finding),
    }),
  },
  ballots: {
    "opinion-scores": {
      words: ({ scores: given }) => lines(Object.values(given).map(({ why }) => why)),
      cards: ({ scores: given }, card) =>
        Object.entries(given).map(([seat, { score, why }]) => {
          const tone = worthOf(score);
          const words = say(
            "{score, number} of 10, {worth, select, good {strong} mid {middling} other {weak}}. {why}",
            {
              score,
              worth: tone,
              why,
            },
          );
          return [seat, card(String(score), tone, words)];
        }),
    },
    stances: { words: ({ towards }) => lines(Object.values(towards).map(({ why }) => why)) },
  },
  asked: (findings) => latest(findings, "topic")?.text ?? null,
  shown: { roles: RolesCard, topic: TopicCard, rolling: RollingCard },
  captions: {
    roles: ({ state }, name) => {
      const roles = latest(state.findings, "roles");
      if (roles === null) return "";
      const chair = name(roles.chair);
      return roles.proposer === null
        ? say("{chair} chairs.", { chair })
        : say("{chair} chairs; {proposer} proposes the topic.", { chair, proposer: name(roles.proposer) });
    },
    topic: () => say("This is debated."),
    floor: ({ state, beat }, name) =>
      stageNow(state) === "rebuttals"
        ? say("{name} answers its critics.", { name: name(beat?.seat ?? "") })
        : undefined,
    rolling: () => say("The critics mark the answers to them again."),
    drawn: ({ beat }, name) => say("{name} says who is right and who is not.", { name: name(beat?.seat ?? "") }),
    ties: () => say("So they stand towards each other."),
    mutual: ({ state }) => {
      const sides = latest(state.findings, "alliances");
      return (sides?.allies.length ?? 0) + (sides?.rivals.length ?? 0) === 0
        ? say("No pair agrees or disagrees on both sides.")
        : say("These agree or disagree on both sides.");
    },
    award: (moment, name) =>
      awardsNow(moment)
        .map((award) =>
          say("{award}: {names}.", { award: awardTitle(award.name), names: listed(award.seats.map(name)) }),
        )
        .join(" "),
  },
  crowned: lead,
  next: {
    says: say("Next debate"),
    question: ({ findings, question }) =>
      say("Propose a topic of your own for a debate, another than this: {topic}", {
        topic: latest(findings, "topic")?.text ?? question.text.slice(0, 300),
      }),
    options: { propose: true },
  },
  OnSeat: Medals,
  Notice: AwardNotice,
};
