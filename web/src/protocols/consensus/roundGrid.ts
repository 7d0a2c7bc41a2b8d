// How did the arbiter rank the answers in each round? For a consensus: members by rounds, and what was set aside.
import type { SessionState } from "@/wire/types";
import { lookOf, type Looks } from "@/playback/looks";
import { latest } from "@/playback/found";
import { percent } from "@/findings/figures";
import { nth, shareOf, spotOf, type Blank, type Cell, type Grid } from "@/views/grid/grid";

type Part = Pick<SessionState, "findings" | "ballots" | "seats">;

export function roundGrid({ findings, seats }: Part, looks: Looks): Grid | null {
  const found = latest(findings, "rounds");
  if (found === null) return null;
  const ids = seats.map((seat) => seat.id);
  const cells = new Map<string, Cell | Blank>();
  for (const round of found.rounds) {
    const column = String(round.number);
    for (const id of ids) {
      const { name } = lookOf(looks, id);
      const place = round.ranking.indexOf(id) + 1;
      const sure = round.said[id];
      const said = sure === undefined ? "" : `, ${percent(sure)} sure of itself`;
      if (place > 0)
        cells.set(spotOf(id, column), {
          text: String(place),
          was: "",
          share: 1 - shareOf(place, 1, round.ranking.length),
          says: `The arbiter put ${name} in ${nth(place)} place in round ${column}${said}`,
          why: "",
        });
      else cells.set(spotOf(id, column), { blank: "none", says: `${name} in round ${column}: ${absent(id, round)}` });
    }
  }
  const best = found.places.map((place) => place.seat);
  return {
    title: "The arbiter's order, round by round",
    explains: `Each column is a round: 1 is the answer the arbiter placed first. Rounds may end at ${percent(found.threshold)} confidence.`,
    corner: "Answer of",
    rows: [...best, ...ids.filter((id) => !best.includes(id))],
    columns: found.rounds.map((round) => ({
      id: String(round.number),
      seat: null,
      title: `round ${String(round.number)}${round.number === found.best ? " ★" : ""}`,
      note: round.confidence === null ? "" : percent(round.confidence),
    })),
    cells,
    totals:
      best.length === 0
        ? []
        : [
            {
              title: "place",
              says: `Place in the best round, ${String(found.best ?? "")}`,
              of: new Map(best.map((seat, at) => [seat, String(at + 1)])),
            },
          ],
    notes: [],
    counted: best.length > 0,
  };
}

function absent(
  id: string,
  round: { selected: readonly string[]; heard: readonly string[]; dropped: readonly string[] },
) {
  if (!round.selected.includes(id)) return "it was not asked.";
  if (!round.heard.includes(id)) return "it did not answer.";
  return round.dropped.includes(id) ? "its answer was set aside by the strategy." : "the arbiter did not rank it.";
}
