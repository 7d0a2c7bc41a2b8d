// Which place has each opinion by its marks, and which means and marks of one's own stand beside it?
import { numbered, type Places } from "@/findings/places";
import type { FindingOf } from "@/wire/types";

/** By score, or by mean mark where there is none. */
export const boardPlaces = ({ places }: FindingOf<"scoreboard">): Places =>
  numbered(
    places,
    (one, other) => (one.score ?? one.mean) === (other.score ?? other.mean),
    ({ votes }) => votes > 0,
  );

/** The means of an opinion's marks beside what it stands by: those it does not stand by itself. */
export const meansOf = ({ score, mean, rebutted, first_mean }: FindingOf<"scoreboard">["places"][number]): string =>
  [score === undefined ? "" : `mean ${mean.toFixed(1)}`, rebutted ? `was ${first_mean.toFixed(1)}` : ""]
    .filter(Boolean)
    .join(", ");

/** What is said of the marks for one's own opinion. */
export function ownMark(weight: number | undefined): string {
  if (weight === undefined) return "nobody marks itself.";
  const counts = weight === 1 ? "as much as another’s" : `${String(weight)} of another’s`;
  return `each marked its own opinion too, not knowing which it is. That mark counts ${counts} and is in no mean.`;
}
