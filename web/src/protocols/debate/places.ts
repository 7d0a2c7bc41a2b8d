// Which place has each opinion by its marks, and which means and marks of one's own stand beside it?
import { numbered, type Places } from "@/findings/places";
import { decimal, say } from "@/language/say";
import { beside } from "@/transcript/wording";
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
  beside([
    ...(score === undefined ? [] : [say("mean {mean}", { mean: decimal(mean, 1) })]),
    ...(rebutted ? [say("was {mark}", { mark: decimal(first_mean, 1) })] : []),
  ]);

/** How many ballots are counted, and what is said of the marks for one's own opinion. */
export function countedWords(ballots: number, weight: number | undefined): string {
  if (weight === undefined)
    return say("{ballots, plural, one {# ballot} other {# ballots}} counted; nobody marks itself.", { ballots });
  return weight === 1
    ? say(
        "{ballots, plural, one {# ballot} other {# ballots}} counted; each marked its own opinion too, not knowing which it is. That mark counts as much as another’s and is in no mean.",
        { ballots },
      )
    : say(
        "{ballots, plural, one {# ballot} other {# ballots}} counted; each marked its own opinion too, not knowing which it is. That mark counts {weight, number} of another’s and is in no mean.",
        { ballots, weight },
      );
}
