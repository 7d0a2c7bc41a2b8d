// Which place has each reply by its score, and which colour a merged finding?
import type { Tone } from "@/controls/Card";
import { numbered, type Places } from "@/findings/places";
import type { FindingOf } from "@/wire/types";

/** By score. */
export const scorePlaces = ({ places }: FindingOf<"reply-scores">): Places =>
  numbered(
    places,
    (one, other) => one.score === other.score,
    ({ score }) => score !== null,
  );

/** The colour of a merged finding's standing. */
export const STATUS: Record<FindingOf<"compared">["findings"][number]["status"], Tone> = {
  confirmed: "good",
  disputed: "bad",
  unique: "mid",
};
