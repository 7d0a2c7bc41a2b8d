// Who stands where at this moment, and with what figure? Read off the newest result the server computed; nothing is added up.
import { placeWords, standingPlaces } from "@/findings/places";
import { decimal, say } from "@/language/say";
import type { Moment } from "@/playback/player";
import type { FindingOf, SessionState } from "@/wire/types";
import { BARE, standingBrought, theatreBrought, type Row, type Standing, type Tone } from "../brought";
import { goesOn, pictureOf, sceneOf } from "./scenes";

const known = new WeakMap<SessionState["findings"], { seats: SessionState["seats"]; standing: Standing }>();

/** The newest standing; before there is one, everybody in seat order without a figure. */
export function standingOf(state: SessionState): Standing {
  const had = known.get(state.findings);
  if (had?.seats === state.seats) return had.standing;
  const standing = read(state);
  known.set(state.findings, { seats: state.seats, standing });
  return standing;
}

const earlier = new WeakMap<SessionState["findings"], SessionState>();

/** The standing as it is shown: while masks come off, what they were put on for is not told yet. */
export function standingShown({ state, beat }: Pick<Moment, "state" | "beat">): Standing {
  if (beat?.as !== "unmasking") return standingOf(state);
  let before = earlier.get(state.findings);
  if (before === undefined) {
    const newest = state.findings.findLastIndex(({ finding }) => ranked(finding));
    before = { ...state, findings: state.findings.filter((_, at) => at !== newest) };
    earlier.set(state.findings, before);
  }
  return standingOf(before);
}

const ranked = (finding: SessionState["findings"][number]["finding"]): boolean =>
  finding.type === "standing" || standingBrought(finding.type) !== undefined;

function read(state: SessionState): Standing {
  for (const { finding } of state.findings.toReversed()) {
    if (finding.type === "standing")
      return whole(state, {
        says: say("mean rank · places by score"),
        rows: ranks(finding),
      });
    const brought = standingBrought(finding.type)?.(finding);
    if (brought !== undefined) return whole(state, brought);
  }
  return whole(state, { says: "", rows: [] });
}

/** Those without a figure stand at the end. */
function whole(state: SessionState, { says, rows }: Standing): Standing {
  const placed = new Set(rows.map((row) => row.seat));
  const rest = state.seats.filter(({ id }) => !placed.has(id)).map(({ id }) => ({ ...BARE, seat: id }));
  return { says, rows: [...rows, ...rest] };
}

function ranks(standing: FindingOf<"standing">): Row[] {
  const places = standingPlaces(standing);
  return standing.places.map(({ seat, mean_rank, votes, score }) => {
    if (votes === 0) return { ...BARE, seat };
    return {
      seat,
      place: placeWords(places, seat),
      judged: true,
      figure: decimal(mean_rank, 2),
      beside: say("{ballots, plural, one {# ballot} other {# ballots}}", { ballots: votes }),
      share: score ?? 0,
      tone: standing.winners.includes(seat) ? "gold" : "plain",
      mood: standing.winner === seat ? "proud" : "",
    };
  });
}

export interface Badge {
  label: string;
  tone: Tone;
  words: string;
}

/** The figure beside a face: what the others think of it, once that stands; a question mark while they judge. */
export function badgeOf(moment: Pick<Moment, "state" | "beat">, seat: string): Badge | null {
  const { state } = moment;
  const scene = sceneOf(state);
  if (pictureOf(scene).unjudged === true) return null;
  const { says, rows } = standingShown(moment);
  const row = rows.find((each) => each.seat === seat);
  if (row?.judged === true) return badges(row, says);
  return scene === "review" && goesOn(state) && judgeable(state, seat) ? WAITING : null;
}

const WAITING: Badge = { label: "?", tone: "plain", words: say("not judged yet") };
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
  theatreBrought(state.protocol)?.unmarked !== true &&
  Object.entries(state.sheets).some(
    ([key, sheet]) => key.startsWith("review") && sheet.entries.some((entry) => entry.seat === seat),
  );
