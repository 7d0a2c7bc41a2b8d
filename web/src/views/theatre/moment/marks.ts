// Which small cards lie under each answer? One for every reader that is to judge it, turned over when its ballot is in.
//
// Numbers are shown as they were given: marks of 1 to 10, places of a ranking, axis scores of 1 to 5.
import { worthOf } from "@/findings/figures";
import { aboutOf, stageOf } from "@/playback/keys";
import type { BallotView, SessionState } from "@/wire/types";
import { sceneOf } from "./scenes";

export type Tone = "good" | "mid" | "bad" | "gold" | "plain";

export interface Mark {
  /** What tells it from the others under one answer. */
  id: string;
  /** Who gave it. */
  reader: string;
  /** What stands on it; empty while it lies face down. */
  label: string;
  tone: Tone;
  /** What it says in words, after who gave it. */
  words: string;
}
export type Marks = ReadonlyMap<string, readonly Mark[]>;

const NONE: Marks = new Map();
const known = new WeakMap<SessionState["ballots"], { sheets: SessionState["sheets"]; scene: string; marks: Marks }>();

/** All cards, by the seat they lie under. */
export function marksOf(state: SessionState): Marks {
  const scene = sceneOf(state);
  const had = known.get(state.ballots);
  if (had?.sheets === state.sheets && had.scene === scene) return had.marks;
  const marks = scene === "judging" ? axisMarks(state) : isJudged(state) ? reviewMarks(state) : NONE;
  known.set(state.ballots, { sheets: state.sheets, scene, marks });
  return marks;
}

const isJudged = (state: SessionState): boolean => state.entered.some((stage) => stage.split(".", 1)[0] === "review");

function reviewMarks(state: SessionState): Marks {
  const found = new Map<string, Mark[]>();
  const at = new Map<string, Mark>();
  const add = (seat: string, mark: Mark): void => {
    const place = `${seat} ${mark.reader}`;
    const lying = at.get(place);
    if (lying !== undefined) Object.assign(lying, mark);
    else {
      at.set(place, mark);
      found.set(seat, [...(found.get(seat) ?? []), mark]);
    }
  };
  for (const [key, sheet] of Object.entries(state.sheets)) {
    if (!/^review(\.\d+)?\/[^#]*:sheet$/.test(key)) continue;
    for (const { seat } of sheet.entries)
      add(seat, { id: sheet.reader, reader: sheet.reader, label: "", tone: "plain", words: "has not judged it yet" });
  }
  for (const view of Object.values(state.ballots)) {
    if (!/^(review|rebuttals)\b/.test(stageOf(view.key))) continue;
    for (const [seat, mark] of given(view)) {
      const before = at.get(`${seat} ${view.reader}`)?.label ?? "";
      const changed = before !== "" && before !== mark.label ? `${mark.words}, changed from ${before}` : mark.words;
      add(seat, { ...mark, words: changed });
    }
  }
  return found;
}

/** What one ballot puts under which answer. */
function given({ reader, ballot }: BallotView): [seat: string, mark: Mark][] {
  if (ballot === null) return [];
  const card = (label: string, tone: Tone, words: string): Mark => ({ id: reader, reader, label, tone, words });
  switch (ballot.type) {
    case "opinion-scores":
      return Object.entries(ballot.scores).map(([seat, { score, why }]) => {
        const tone = worthOf(score);
        const worth = tone === "good" ? "strong" : tone === "mid" ? "middling" : "weak";
        return [seat, card(String(score), tone, `${String(score)} of 10, ${worth}. ${why}`)];
      });
    case "ranking":
      return ballot.tiers.flatMap((tier, place) =>
        tier.map((seat): [string, Mark] => {
          const label = `#${String(place + 1)}`;
          return [seat, card(label, place === 0 ? "gold" : "plain", `placed ${label}. ${ballot.comments[seat] ?? ""}`)];
        }),
      );
    case "reviews":
      return Object.entries(ballot.reviews).map(([seat, { strong, weak }]) => [
        seat,
        card("±", "plain", `sound: ${strong} Weak: ${weak}`),
      ]);
    default:
      return [];
  }
}

/** The adjudicator's scores of each reply, one card an axis. */
function axisMarks(state: SessionState): Marks {
  const found = new Map<string, Mark[]>();
  for (const { key, reader, ballot } of Object.values(state.ballots)) {
    if (ballot?.type !== "axis-calls") continue;
    const seat = aboutOf(key).split(".").at(-1) ?? "";
    const cards = Object.entries(ballot.axes).map(([axis, { score, reason }]): Mark => {
      const tone = worthOf(score, 5);
      const words = `${axis.replaceAll("_", " ")}: ${String(score)} of 5. ${reason}`;
      return { id: `${reader} ${axis}`, reader, label: String(score), tone, words };
    });
    found.set(seat, [...(found.get(seat) ?? []), ...cards]);
  }
  return found;
}
