// Which place has each answer in a standing? Numbers for the server's own order, ties alike; none for what no ballot named.
import type { FindingOf } from "@/wire/types";

/** A place by seat; null where nothing was said of it. */
export type Places = ReadonlyMap<string, number | null>;

/** Numbers rows in the order they are in; a row that is level with the one before it shares its place. */
export function numbered<T extends { seat: string }>(
  rows: readonly T[],
  isLevel: (one: T, other: T) => boolean,
  isJudged: (row: T) => boolean,
): Places {
  const places = new Map<string, number | null>();
  let place = 0;
  rows.forEach((row, at) => {
    const before = rows[at - 1];
    if (before === undefined || !isLevel(before, row)) place = at + 1;
    places.set(row.seat, isJudged(row) ? place : null);
  });
  return places;
}

/** Those that tie at the top share the first place; of the others, those with the same score. */
export const standingPlaces = ({ places, winners }: FindingOf<"standing">): Places =>
  numbered(
    places,
    (one, other) =>
      winners.includes(one.seat)
        ? winners.includes(other.seat)
        : one.score === other.score && !winners.includes(other.seat),
    ({ votes }) => votes > 0,
  );

/** A place as it is written: `2=` where it is shared; a dash where there is none. */
export function placeWords(places: Places, seat: string): string {
  const place = places.get(seat);
  return place == null ? "–" : tied(place, [...places.values()].filter((each) => each === place).length);
}

/** A place that so many share. */
export const tied = (place: number, many: number): string => (many > 1 ? `${String(place)}=` : String(place));
