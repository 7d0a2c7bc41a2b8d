// Which small cards lie under each answer? One for every reader that is to judge it, turned over when its ballot is in.
//
// Numbers are shown as they were given: marks of 1 to 10, places of a ranking, axis scores of 1 to 5.
import { say } from "@/language/say";
import { stageOf } from "@/playback/keys";
import type { BallotView, SessionState } from "@/wire/types";
import { ballotBrought, type Card, type Mark, type Marks } from "../brought";
import { pictureOf, sceneIn, sceneOf } from "./scenes";

const NONE: Marks = new Map();
const known = new WeakMap<SessionState["ballots"], { sheets: SessionState["sheets"]; scene: string; marks: Marks }>();

/** All cards, by the seat they lie under. */
export function marksOf(state: SessionState): Marks {
  const scene = sceneOf(state);
  const had = known.get(state.ballots);
  if (had?.sheets === state.sheets && had.scene === scene) return had.marks;
  const own = pictureOf(scene).marks;
  const marks = own !== undefined ? own(state) : isJudged(state) ? reviewMarks(state) : NONE;
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
      add(seat, {
        id: sheet.reader,
        reader: sheet.reader,
        label: "",
        tone: "plain",
        words: say("has not judged it yet"),
      });
  }
  for (const view of Object.values(state.ballots)) {
    if (pictureOf(sceneIn(stageOf(view.key))).cards !== "readers") continue;
    for (const [seat, mark] of given(view)) {
      const before = at.get(`${seat} ${view.reader}`)?.label ?? "";
      const changed =
        before !== "" && before !== mark.label
          ? say("{words}, changed from {before}", { words: mark.words, before })
          : mark.words;
      add(seat, { ...mark, words: changed });
    }
  }
  return found;
}

/** What one ballot puts under which answer. */
function given({ reader, ballot }: BallotView): readonly (readonly [seat: string, mark: Mark])[] {
  if (ballot === null) return [];
  const card: Card = (label, tone, words) => ({ id: reader, reader, label, tone, words });
  if (ballot.type === "ranking")
    return ballot.tiers.flatMap((tier, place) =>
      tier.map((seat): [string, Mark] => {
        const label = `#${String(place + 1)}`;
        return [
          seat,
          card(
            label,
            place === 0 ? "gold" : "plain",
            say("placed {place}. {comment}", { place: label, comment: ballot.comments[seat] ?? "" }),
          ),
        ];
      }),
    );
  return ballotBrought(ballot.type)?.cards?.(ballot, card) ?? [];
}
