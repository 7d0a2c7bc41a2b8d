// Who ranked whom? For peer review: every reader's place for every answer it was shown.
import type { SessionState } from "@/wire/types";
import type { Looks } from "@/playback/looks";
import { percent } from "@/findings/figures";
import { lookOf } from "@/playback/looks";
import { latest } from "@/playback/found";
import { isMasked, readerOf } from "@/transcript/wording";
import { nth, shareOf, spotOf, type Blank, type Cell, type Grid, type Note } from "@/views/grid/grid";
import { ABSTAINED, OWN, readersOf, UNREAD } from "./readers";

type Part = Pick<SessionState, "findings" | "ballots" | "seats">;

export function rankingGrid({ findings, ballots, seats }: Part, looks: Looks): Grid | null {
  const standing = latest(findings, "standing");
  const all = Object.values(ballots);
  // A spoiled ballot does not say what it was to be: only beside a ranking it was to be one.
  if (standing === null && !all.some((view) => view.ballot?.type === "ranking")) return null;
  const rankings = all.filter((view) => view.ballot?.type === "ranking" || view.spoiled !== "");
  const ids = seats.map((seat) => seat.id);
  const placed = standing?.places.map((place) => place.seat) ?? [];
  const rows = [...placed, ...ids.filter((id) => !placed.includes(id))];
  const cells = new Map<string, Cell | Blank>();
  const notes: Note[] = [];
  const masked = isMasked(looks);
  for (const id of ids)
    cells.set(spotOf(id, id), { blank: "own", says: masked ? OWN : `${lookOf(looks, id).name} wrote this answer.` });
  for (const view of rankings) {
    const reader = readerOf(looks, view.reader);
    if (view.spoiled !== "")
      notes.push(masked ? UNREAD : { seat: view.reader, says: `Its ballot could not be read: ${view.spoiled}` });
    if (view.ballot?.type !== "ranking") continue;
    if (view.ballot.abstained) notes.push(masked ? ABSTAINED : { seat: view.reader, says: "It declined to judge." });
    const { tiers, comments } = view.ballot;
    let place = 1;
    for (const tier of tiers) {
      const of = tiers.length;
      for (const seat of tier) {
        const shared = tier.length > 1 ? ", a shared place" : "";
        cells.set(spotOf(seat, view.reader), {
          text: String(place),
          was: "",
          share: 1 - shareOf(tiers.indexOf(tier) + 1, 1, of),
          says: `${reader} put ${seat === view.reader && !masked ? "its own answer" : lookOf(looks, seat).name} in ${nth(place)} place${shared}`,
          why: comments[seat] ?? "",
        });
      }
      place += tier.length;
    }
  }
  const of = (pick: (place: NonNullable<typeof standing>["places"][number]) => string): ReadonlyMap<string, string> =>
    new Map(standing?.places.map((place) => [place.seat, pick(place)]));
  return {
    title: "Who ranked whom",
    explains: "Each column is one reader's order of the answers it was shown: 1 is the answer it found best.",
    corner: "Answer of",
    rows,
    columns: readersOf(ids, masked),
    cells,
    totals:
      standing === null
        ? []
        : [
            ...(standing.rule === undefined
              ? [
                  {
                    title: "median",
                    says: "Median of its places; lower is better",
                    of: of((p) => p.median_rank?.toFixed(1) ?? "–"),
                  },
                ]
              : [
                  {
                    title: "score",
                    says: "Share of the others below it, by the model of judging",
                    of: of((p) => percent(p.score ?? 0)),
                  },
                ]),
            { title: "mean", says: "Mean of its places; lower is better", of: of((p) => p.mean_rank.toFixed(2)) },
            { title: "votes", says: "Ballots that ranked it", of: of((p) => String(p.votes)) },
          ],
    notes,
    counted: standing !== null,
  };
}
