// Who stands where at this moment, and with what figure? Read off the newest result the server computed; nothing is added up.
import { percent, worthOf } from "@/findings/figures";
import { boardPlaces, placeWords, scorePlaces, standingPlaces } from "@/findings/places";
import type { FindingOf, SessionState } from "@/wire/types";
import { goesOn, sceneOf } from "./scenes";
import type { Tone } from "./marks";

export interface Standing {
  /** What the figures are. */
  says: string;
  rows: readonly Row[];
}
export interface Row {
  seat: string;
  /** Its place, tied answers alike; empty where nothing has been judged. */
  place: string;
  /** Whether there is a figure for it: the lowest of all has one as well. */
  judged: boolean;
  /** The figure it stands by. */
  figure: string;
  /** What is said beside the figure. */
  beside: string;
  /** How long its bar is, 0 to 1. */
  share: number;
  tone: Tone;
  /** How its face takes it. */
  mood: "proud" | "glum" | "";
}

const known = new WeakMap<SessionState["findings"], { seats: SessionState["seats"]; standing: Standing }>();

/** The newest standing; before there is one, everybody in seat order without a figure. */
export function standingOf(state: SessionState): Standing {
  const had = known.get(state.findings);
  if (had?.seats === state.seats) return had.standing;
  const standing = read(state);
  known.set(state.findings, { seats: state.seats, standing });
  return standing;
}

function read(state: SessionState): Standing {
  for (const { finding } of state.findings.toReversed()) {
    switch (finding.type) {
      case "scoreboard":
        return whole(
          state,
          finding.evened ? "score, higher is better" : "mean mark, higher is better",
          scores(finding),
        );
      case "standing":
        return whole(
          state,
          finding.rule === undefined ? "mean rank · places by median" : "mean rank · places by score",
          ranks(finding),
        );
      case "reply-scores":
        return whole(state, "score by the rubric", replies(finding));
      case "rounds":
        return whole(state, "how sure each says it is", rounds(finding));
      case "tiers":
        return whole(state, "votes counted", voters(finding));
      default:
    }
  }
  return whole(state, "", []);
}

/** Those without a figure stand at the end. */
function whole(state: SessionState, says: string, rows: Row[]): Standing {
  const placed = new Set(rows.map((row) => row.seat));
  const rest = state.seats.filter(({ id }) => !placed.has(id)).map(({ id }) => ({ ...BARE, seat: id }));
  return { says, rows: [...rows, ...rest] };
}

const BARE: Omit<Row, "seat"> = {
  place: "–",
  judged: false,
  figure: "–",
  beside: "no votes",
  share: 0,
  tone: "plain",
  mood: "",
};

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

function ranks(standing: FindingOf<"standing">): Row[] {
  const places = standingPlaces(standing);
  return standing.places.map(({ seat, mean_rank, votes, borda, score }) => {
    if (votes === 0) return { ...BARE, seat };
    return {
      seat,
      place: placeWords(places.get(seat)),
      judged: true,
      figure: mean_rank.toFixed(2),
      beside: `${String(votes)} ${votes === 1 ? "ballot" : "ballots"}`,
      share: score ?? borda ?? 0,
      tone: standing.winners.includes(seat) ? "gold" : "plain",
      mood: standing.winner === seat ? "proud" : "",
    };
  });
}

function replies(found: FindingOf<"reply-scores">): Row[] {
  const places = scorePlaces(found);
  return found.places.map(({ seat, score, compliant }) => ({
    seat,
    place: placeWords(places.get(seat)),
    judged: score !== null,
    figure: score === null ? "–" : score.toFixed(1),
    beside: score === null ? "not read" : compliant ? "points" : "form not kept",
    share: score === null || found.most === 0 ? 0 : score / found.most,
    tone: found.winner === seat ? "gold" : "plain",
    mood: found.winner === seat ? "proud" : "",
  }));
}

function rounds(found: FindingOf<"rounds">): Row[] {
  const last = found.rounds.at(-1);
  if (last === undefined) return [];
  const order = [...last.ranking, ...last.heard.filter((seat) => !last.ranking.includes(seat))];
  return order.map((seat, index) => {
    const sure = last.said[seat];
    const ranked = last.ranking.includes(seat);
    return {
      seat,
      place: ranked ? String(index + 1) : "–",
      judged: sure !== undefined,
      figure: sure === undefined ? "–" : percent(sure),
      beside: last.dropped.includes(seat) ? "set aside" : ranked ? "arbiter's order" : "heard",
      share: sure ?? 0,
      tone: index === 0 && ranked ? "gold" : "plain",
      mood: "",
    };
  });
}

const voters = (found: FindingOf<"tiers">): Row[] =>
  found.voters.map((seat) => ({ ...BARE, seat, place: "✓", figure: "voted", beside: "on every claim" }));

export interface Badge {
  label: string;
  tone: Tone;
  words: string;
}

/** The figure beside a face: what the others think of it, once that stands; a question mark while they judge. */
export function badgeOf(state: SessionState, seat: string): Badge | null {
  const scene = sceneOf(state);
  if (scene === "gathering" || scene === "topic" || scene === "claims" || scene === "votes") return null;
  const { says, rows } = standingOf(state);
  const row = rows.find((each) => each.seat === seat);
  if (row?.judged === true) return badges(row, says);
  return scene === "review" && goesOn(state) && judgeable(state, seat) ? WAITING : null;
}

const WAITING: Badge = { label: "?", tone: "plain", words: "not judged yet" };
const made = new WeakMap<Row, Badge>();

function badges(row: Row, says: string): Badge {
  const had = made.get(row);
  if (had !== undefined) return had;
  const badge = { label: row.figure, tone: row.tone, words: `${row.figure}, ${says}` };
  made.set(row, badge);
  return badge;
}

/** Whether a review is to mark it: it lies on a sheet, and the sheets are of a kind that ends in figures. */
const judgeable = (state: SessionState, seat: string): boolean =>
  state.protocol !== "claim-vote" &&
  Object.entries(state.sheets).some(
    ([key, sheet]) => key.startsWith("review") && sheet.entries.some((entry) => entry.seat === seat),
  );
