// Which place has each reply by its score, and how is a merged finding called and coloured?
import type { Tone } from "@/controls/Card";
import { numbered, type Places } from "@/findings/places";
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";

/** By score. */
export const scorePlaces = ({ places }: FindingOf<"reply-scores">): Places =>
  numbered(
    places,
    (one, other) => one.score === other.score,
    ({ score }) => score !== null,
  );

type Merged = FindingOf<"compared">["findings"][number];

/** What a merged finding's status is called, and its colour. */
export const STATUS: Record<Merged["status"], { says: string; tone: Tone }> = {
  confirmed: { says: say("confirmed"), tone: "bad" },
  disputed: { says: say("disputed"), tone: "gold" },
  unique: { says: say("unique"), tone: "mid" },
};

/** What its severity is called. */
export const SEVERITIES: Readonly<Record<string, string>> = {
  critical: say("critical"),
  high: say("high"),
  medium: say("medium"),
  low: say("low"),
};
