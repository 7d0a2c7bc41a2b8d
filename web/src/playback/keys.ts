// How are moves and their events named? The same reading of keys as the server's: `STAGE[.ROUND]/SEAT[#ABOUT]`.

/** The stage a move, finding, sheet or ballot belongs to, with its round. */
export const stageOf = (key: string): string => key.split("/", 1)[0] ?? "";

/** The move whose calls these are; a repair is a move of its own. */
export function callOf(key: string): string {
  if (key === "opened" || key.startsWith("stage:")) return key;
  return (key.split(":", 1)[0] ?? "").split("~", 1)[0] ?? "";
}

/** The bare key of the move that an intent, attempt, sheet, ballot, repair or late answer belongs to. */
export const moveOf = (key: string): string => callOf(key).split("+", 1)[0] ?? "";

/** The key of the intent to make an attempt. */
export const intentOf = (key: string, attempt: number): string => `${key}~${String(attempt)}`;

/** `round.2` as `Round 2`, `bug_identification` as `Bug identification`: any name of ours as words. */
export function stageTitle(stage: string): string {
  const words = stage.replace(/\.(\d+)$/, " $1").replaceAll(/[-_]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What a move is about, after `#`; empty when it is about nothing in particular. */
export const aboutOf = (key: string): string => moveOf(key).split("#", 2)[1] ?? "";
