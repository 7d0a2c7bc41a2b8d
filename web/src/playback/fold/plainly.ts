// How is a recorded cause said to people? The server's own list: prompts and replays keep the recorded words.
import type { Verdict } from "@/wire/types";

const PLAINLY: readonly (readonly [RegExp, string])[] = [
  [/it names none of this sheet's labels/g, "it names none of the answers by their labels"],
  [/it holds no marked ballot with this sheet's labels/g, "it holds no ballot that names the answers' labels"],
  [/something other than a label of this sheet has a place/g, "it ranks something that is no answer's label"],
  [/is no label of this sheet/g, "is no answer's label"],
  [/There were thinking and no answer/g, "The model wrote its thinking, but no answer"],
  [/There were no words(?=, only)/g, "The model wrote no words"],
  [/There were no words/g, "The model wrote nothing"],
];

/** A cause in plain words. */
export const plainly = (text: string): string =>
  PLAINLY.reduce((told, [pattern, words]) => told.replace(pattern, words), text);

/** A verdict whose losses are said plainly. */
export const plainVerdict = (verdict: Verdict): Verdict => ({
  ...verdict,
  degraded: verdict.degraded.map(plainly),
  missing: verdict.missing.map((each) => ({ ...each, cause: plainly(each.cause) })),
});
