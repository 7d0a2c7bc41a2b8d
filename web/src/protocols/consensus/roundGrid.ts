// How did the arbiter rank the answers in each round? For a consensus: members by rounds, and what was set aside.
import type { SessionState } from "@/wire/types";
import { lookOf, type Looks } from "@/playback/looks";
import { latest } from "@/playback/found";
import { ordinal, percent } from "@/findings/figures";
import { say } from "@/language/say";
import { shareOf, spotOf, type Blank, type Cell, type Grid } from "@/views/grid/grid";

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
      if (place > 0)
        cells.set(spotOf(id, column), {
          text: String(place),
          was: "",
          share: 1 - shareOf(place, 1, round.ranking.length),
          says: placed({ name, place: ordinal(place), round: column }, sure),
          why: "",
        });
      else
        cells.set(spotOf(id, column), {
          blank: "none",
          says: absent(id, round, { name, round: column }),
        });
    }
  }
  const best = found.places.map((place) => place.seat);
  return {
    title: say("The arbiter's order, round by round"),
    explains: say(
      "Each column is a round: 1 is the answer the arbiter placed first. Rounds may end at {threshold} confidence.",
      { threshold: percent(found.threshold) },
    ),
    corner: say("Answer of"),
    rows: [...best, ...ids.filter((id) => !best.includes(id))],
    columns: found.rounds.map((round) => ({
      id: String(round.number),
      seat: null,
      title:
        round.number === found.best
          ? say("round {number, number} ★", { number: round.number })
          : say("round {number, number}", { number: round.number }),
      note: round.confidence === null ? "" : percent(round.confidence),
    })),
    cells,
    totals:
      best.length === 0
        ? []
        : [
            {
              title: say("place"),
              says: say("Place in the best round, {round}", { round: String(found.best ?? "") }),
              of: new Map(best.map((seat, at) => [seat, String(at + 1)])),
            },
          ],
    notes: [],
    counted: best.length > 0,
  };
}

/** Where the arbiter put an answer, and how sure of itself it was. */
function placed(told: { name: string; place: string; round: string }, sure: number | undefined): string {
  return sure === undefined
    ? say("The arbiter put {name} in {place} place in round {round}", told)
    : say("The arbiter put {name} in {place} place in round {round}, {sure} sure of itself", {
        ...told,
        sure: percent(sure),
      });
}

/** Why an answer has no place in a round. */
function absent(
  id: string,
  round: { selected: readonly string[]; heard: readonly string[]; dropped: readonly string[] },
  told: { name: string; round: string },
): string {
  if (!round.selected.includes(id)) return say("{name} in round {round}: it was not asked.", told);
  if (!round.heard.includes(id)) return say("{name} in round {round}: it did not answer.", told);
  return round.dropped.includes(id)
    ? say("{name} in round {round}: its answer was set aside by the strategy.", told)
    : say("{name} in round {round}: the arbiter did not rank it.", told);
}
