// Who marked whom? For a debate: every reader's mark for every opinion, and the later one where a rebuttal changed it.
import { decimal, say } from "@/language/say";
import type { SessionState } from "@/wire/types";
import { lookOf, type Looks } from "@/playback/looks";
import { latest } from "@/playback/found";
import { isMasked, readerOf } from "@/transcript/wording";
import { shareOf, spotOf, type Blank, type Cell, type Grid } from "@/views/grid/grid";
import { OWN, readersOf } from "@/views/matrix/readers";

type Part = Pick<SessionState, "findings" | "ballots" | "seats">;
interface Mark {
  reader: string;
  seat: string;
  score: number;
  why: string;
  adjusted: number | null;
  why_adjusted: string;
}

const [LOWEST, HIGHEST] = [1, 10];

export function markGrid({ findings, ballots, seats }: Part, looks: Looks): Grid | null {
  const board = latest(findings, "scoreboard");
  const marks = board?.cells ?? handedIn(ballots);
  if (board === null && marks.length === 0) return null;
  const ids = seats.map((seat) => seat.id);
  const placed = board?.places.map((place) => place.seat) ?? [];
  const masked = isMasked(looks);
  const cells = new Map<string, Cell | Blank>();
  for (const id of ids)
    cells.set(spotOf(id, id), {
      blank: "own",
      says: masked ? OWN : say("{name} holds this opinion.", { name: lookOf(looks, id).name }),
    });
  for (const { reader, seat, score, why, adjusted, why_adjusted } of marks) {
    const counts = adjusted ?? score;
    const changed = adjusted !== null && adjusted !== score;
    const told = { who: readerOf(looks, reader), name: lookOf(looks, seat).name, score, most: HIGHEST };
    cells.set(spotOf(seat, reader), {
      text: String(counts),
      was: changed ? String(score) : "",
      share: shareOf(counts, LOWEST, HIGHEST),
      says:
        adjusted === null
          ? say("{who} gave {name} {score, number} of {most, number}", told)
          : changed
            ? say("{who} gave {name} {score, number} of {most, number}, then {adjusted, number} after the rebuttal", {
                ...told,
                adjusted,
              })
            : say("{who} gave {name} {score, number} of {most, number}, and kept it", told),
      why: why_adjusted === "" ? why : why_adjusted,
    });
  }
  const rows = board?.places ?? [];
  const changes = rows.some(({ rebutted }) => rebutted);
  return {
    title: say("Who gave whom how much"),
    explains: [
      say("Each row is one opinion, each column a member who marked it, from 1 (weak) to 10 (strong)."),
      ...(changes ? [say("A small number is the mark before the rebuttal.")] : []),
      ...(board?.own_weight === undefined
        ? []
        : [say("Members marked their own opinion too, not knowing which it is.")]),
      ...(board?.evened === true
        ? [say("The score leaves out how strictly each member marks: being harsh wins nothing.")]
        : []),
    ].join(" "),
    corner: say("Opinion of"),
    rows: [...placed, ...ids.filter((id) => !placed.includes(id))],
    columns: readersOf(ids, masked),
    cells,
    totals:
      board === null
        ? []
        : [
            ...(board.evened === true
              ? [
                  {
                    title: say("score"),
                    says: say("What it stands by, of 10; the rows are in this order"),
                    of: new Map(rows.map((r) => [r.seat, decimal(r.score ?? r.mean, 1)])),
                  },
                ]
              : []),
            {
              title: say("first marks"),
              says: say("Mean of the marks before any rebuttal"),
              of: new Map(rows.map((r) => [r.seat, decimal(r.first_mean, 1)])),
            },
            ...(changes
              ? [
                  {
                    title: say("after rebuttals"),
                    says: say("Mean of the marks that count, and whether the rebuttal raised or lowered it"),
                    of: new Map(rows.map((r) => [r.seat, r.rebutted ? moved(r) : decimal(r.mean, 1)])),
                  },
                ]
              : []),
            {
              title: say("votes"),
              says: say("Marks it received"),
              of: new Map(rows.map((r) => [r.seat, String(r.votes)])),
            },
          ],
    notes: [
      ...(board?.abstained ?? []).map((seat) => ({ seat, says: say("It declined to judge.") })),
      ...(board?.spoiled ?? []).map((seat) => ({ seat, says: say("Its ballot could not be read.") })),
    ],
    counted: board !== null,
  };
}

/** The mean after a rebuttal, and which way it went: `7.1 ▲`. */
const moved = ({ mean, first_mean }: { mean: number; first_mean: number }): string =>
  `${decimal(mean, 1)} ${mean > first_mean ? "▲" : mean < first_mean ? "▼" : "="}`;

/** Marks of ballots read so far, before they are counted. */
function handedIn(ballots: SessionState["ballots"]): readonly Mark[] {
  const marks: Mark[] = [];
  for (const view of Object.values(ballots)) {
    if (view.ballot?.type !== "opinion-scores" || view.key.includes("#")) continue;
    for (const [seat, { score, why }] of Object.entries(view.ballot.scores))
      marks.push({ reader: view.reader, seat, score, why, adjusted: null, why_adjusted: "" });
  }
  return marks;
}
