// Who ranked whom? For peer review: every reader's place for every answer it was shown.
import type { SessionState } from "@/wire/types";
import type { Looks } from "@/playback/looks";
import { scoreWords } from "@/findings/figures";
import { tied } from "@/findings/places";
import { decimal, say } from "@/language/say";
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
    cells.set(spotOf(id, id), {
      blank: "own",
      says: masked ? OWN : say("{name} wrote this answer.", { name: lookOf(looks, id).name }),
    });
  for (const view of rankings) {
    const reader = readerOf(looks, view.reader);
    if (view.spoiled !== "")
      notes.push(
        masked
          ? UNREAD
          : { seat: view.reader, says: say("Its ballot could not be read: {cause}", { cause: view.spoiled }) },
      );
    if (view.ballot?.type !== "ranking") continue;
    if (view.ballot.abstained)
      notes.push(masked ? ABSTAINED : { seat: view.reader, says: say("It declined to judge.") });
    const { tiers, comments } = view.ballot;
    let place = 1;
    for (const tier of tiers) {
      const of = tiers.length;
      for (const seat of tier) {
        cells.set(spotOf(seat, view.reader), {
          text: tied(place, tier.length),
          was: "",
          share: 1 - shareOf(tiers.indexOf(tier) + 1, 1, of),
          says: say(
            "{reader} put {whose, select, own {its own answer} other {{answer}}} in {nth} place{shared, select, yes {, a shared place} other {}}",
            {
              reader,
              whose: seat === view.reader && !masked ? "own" : "another",
              answer: lookOf(looks, seat).name,
              nth: nth(place),
              shared: tier.length > 1 ? "yes" : "no",
            },
          ),
          why: comments[seat] ?? "",
        });
      }
      place += tier.length;
    }
  }
  const of = (pick: (place: NonNullable<typeof standing>["places"][number]) => string): ReadonlyMap<string, string> =>
    new Map(standing?.places.map((place) => [place.seat, pick(place)]));
  return {
    title: say("Who ranked whom"),
    explains: say("Each column is one reader's order of the answers it was shown: 1 is the answer it found best."),
    corner: say("Answer of"),
    rows,
    columns: readersOf(ids, masked),
    cells,
    totals:
      standing === null
        ? []
        : [
            {
              title: say("score"),
              says: say("Share of the others below it, by the model of judging"),
              of: of((p) => scoreWords(p, standing)),
            },
            {
              title: say("mean"),
              says: say("Mean of its places; lower is better"),
              of: of((p) => decimal(p.mean_rank, 2)),
            },
            { title: say("votes"), says: say("Ballots that ranked it"), of: of((p) => String(p.votes)) },
          ],
    notes,
    counted: standing !== null,
  };
}
