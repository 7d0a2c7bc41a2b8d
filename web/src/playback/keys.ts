// How are moves and their events named? The same reading of keys as the server's: `STAGE[.ROUND]/SEAT[#ABOUT]`.
import { say } from "@/language/say";
import { stageNamed, taskNamed } from "./brought";

/** The stage a move, finding, sheet or ballot belongs to, with its round. */
export const stageOf = (key: string): string => key.split("/", 1)[0] ?? "";

/** The move whose calls these are; a repair is a move of its own. */
export function callOf(key: string): string {
  if (key === "opened" || key.startsWith("stage:")) return key;
  return (key.split(":", 1)[0] ?? "").split("~", 1)[0] ?? "";
}

/** What a tool was called with, in short: the text if that is its only argument, else all arguments. */
export function subjectOf(call: { arguments: string }): string {
  try {
    const given = JSON.parse(call.arguments) as unknown;
    if (typeof given !== "object" || given === null || Array.isArray(given)) return call.arguments;
    const values = Object.values(given) as unknown[];
    return values.length === 1 && typeof values[0] === "string" ? values[0] : call.arguments;
  } catch {
    return call.arguments;
  }
}

/** The bare key of the move that an intent, attempt, sheet, ballot, repair or late answer belongs to. */
export const moveOf = (key: string): string => callOf(key).split("+", 1)[0] ?? "";

/** The key of the intent to make an attempt. */
export const intentOf = (key: string, attempt: number): string => `${key}~${String(attempt)}`;

/** `round.2` as `Round 2`, `bug_identification` as `Bug identification`: any name of ours as words. */
export function stageTitle(stage: string): string {
  const [, name = stage, round] = /^(.*?)(?:\.(\d+))?$/.exec(stage) ?? [];
  const known = stageNamed(name);
  if (known !== undefined) return round === undefined ? known : say("{stage} {round}", { stage: known, round });
  const words = stage.replace(/\.(\d+)$/, " $1").replaceAll(/[-_]/g, " ");
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

/** What a move is about, after `#`; empty when it is about nothing in particular. */
export const aboutOf = (key: string): string => moveOf(key).split("#", 2)[1] ?? "";

/** `check-2` as `check 2`: what a call is about, as words inside a sentence. */
export function taskTitle(task: string): string {
  const [, name = task, number] = /^(.*?)(?:-(\d+))?$/.exec(task) ?? [];
  const known = taskNamed(name);
  if (known !== undefined) return number === undefined ? known : `${known} ${number}`;
  return task.replaceAll(/[-.]/g, " ");
}
