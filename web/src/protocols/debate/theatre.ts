// What does a debate bring to the theatre? The topic, those who answer their critics in the light, who sides with whom, and
// what was earned.
import { worthOf } from "@/findings/figures";
import { placeWords } from "@/findings/places";
import { latest } from "@/playback/found";
import type { FindingOf, SessionState } from "@/wire/types";
import { lines, type Bond, type Row, type TheatrePart } from "@/views/theatre/brought";
import { stageNow } from "@/views/theatre/moment/scenes";
import { AwardNotice, Medals } from "./Medals";
import { boardPlaces } from "./places";

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
    place: placeWords(places.get(seat)),
    judged: votes > 0,
    figure: score.toFixed(1),
    beside: rebutted ? `was ${first_mean.toFixed(1)}` : `${String(votes)} ${votes === 1 ? "mark" : "marks"}`,
    share: score / 10,
    tone: worthOf(score),
    mood: { good: "proud", mid: "", bad: "glum" }[worthOf(score)] as Row["mood"],
  }));
}

export const theatre: TheatrePart = {
  stages: {
    topic: { scene: "topic", says: "topic" },
    rebuttals: { scene: "rebuttals", says: (about) => (about === "again" ? "second mark" : "rebuttal") },
    alliances: { scene: "alliances" },
  },
  pictures: {
    topic: { unjudged: true },
    rebuttals: { cards: "readers", lit: answering, dims: true },
    alliances: { bonds: sides, quiet: true, faint: true },
  },
  standings: {
    scoreboard: (finding) => ({
      says: finding.evened ? "score, higher is better" : "mean mark, higher is better",
      rows: scores(finding),
    }),
  },
  ballots: {
    "opinion-scores": {
      words: ({ scores: given }) => lines(Object.values(given).map(({ why }) => why)),
      cards: ({ scores: given }, card) =>
        Object.entries(given).map(([seat, { score, why }]) => {
          const tone = worthOf(score);
          const worth = tone === "good" ? "strong" : tone === "mid" ? "middling" : "weak";
          return [seat, card(String(score), tone, `${String(score)} of 10, ${worth}. ${why}`)];
        }),
    },
    stances: { words: ({ towards }) => lines(Object.values(towards).map(({ why }) => why)) },
  },
  asked: (findings) => latest(findings, "topic")?.text ?? null,
  OnSeat: Medals,
  Notice: AwardNotice,
};
