// Which of an editor's sentences stand? The audit names those it struck; of a second editor's those stand that its summary
// has kept. An audit keeps so many faults and no more: beyond them nobody knows which sentences were struck.
import type { Judgement } from "@/playback/brought";
import { aboutOf } from "@/playback/keys";
import type { FindingOf } from "@/wire/types";

/** Ids that a program put behind what is said of a claim. */
const IDS = /\[?\bclaim-\d+\]?/g;
const MOST_FAULTS = 40;
const [SECOND, AGAIN] = ["second", "again"];

export function byAudit(audit: FindingOf<"narrative-audit">, move: string): Judgement | null {
  const about = aboutOf(move);
  if (about === SECOND) return null;
  const { narrator, faults, first_faults: first, drafts } = audit;
  const ofFirst = drafts > 1 && about !== AGAIN;
  // Of two drafts one was taken; where that was the first, nobody recorded what is wrong with the other.
  const unknown =
    about === AGAIN && drafts > 1 && JSON.stringify(faults) === JSON.stringify(first) && faults.length > 0;
  const found = ofFirst ? first : faults;
  if (narrator === "template" || unknown || found.length >= MOST_FAULTS) return "none";
  return { strikes: found.flatMap(({ sentence }) => (sentence === "" ? [] : [sentence])), besides: IDS };
}

export function bySecond({ by, text }: FindingOf<"second-summary">, move: string): Judgement | null {
  if (aboutOf(move) !== SECOND) return null;
  return by === "" ? "none" : { stands: text, besides: IDS };
}
