// Which points can be picked from two sessions? Every paragraph of both answers and of what each member said last.
import { say } from "@/language/say";
import type { SideBySide, WordDiff } from "../comparison";
import { memberName } from "../words";

export interface Source {
  /** What tells it from the others. */
  id: string;
  /** Whose text it is. */
  name: string;
  /** In which of the two sessions; both where they say the same. */
  side: "first" | "second" | "both";
  points: string[];
}

/** A text, put together again from what was held against another one. */
const textOf = (diff: WordDiff, side: "a" | "b"): string =>
  diff.passages
    .filter((each) => each.kind === "same" || each.kind === side)
    .map((each) => each.text)
    .join("");

/** Its paragraphs; a fenced piece of code stays whole. */
export function pointsIn(text: string): string[] {
  const points: string[] = [];
  let fenced = false;
  for (const part of text.split(/\n[ \t]*\n/)) {
    if (fenced) points.push(`${points.pop() ?? ""}\n\n${part}`);
    else if (part.trim() !== "") points.push(part.trim());
    if ((part.match(/^ *(```|~~~)/gm)?.length ?? 0) % 2 === 1) fenced = !fenced;
  }
  return points;
}

export function sourcesOf(found: SideBySide): Source[] {
  const { verdict, members } = found.sides;
  const texts = [
    { id: "answer", name: say("The answer"), diff: verdict },
    ...members.map((pair) => ({ id: `${pair.a} ${pair.b}`, name: memberName(pair), diff: pair.answer })),
  ];
  const sources = texts.flatMap(({ id, name, diff }): Source[] => {
    if (diff === null) return [];
    if (diff.same === 1) return [{ id: `both ${id}`, name, side: "both", points: pointsIn(textOf(diff, "a")) }];
    return [
      { id: `a ${id}`, name, side: "first", points: pointsIn(textOf(diff, "a")) },
      { id: `b ${id}`, name, side: "second", points: pointsIn(textOf(diff, "b")) },
    ];
  });
  return sources.filter((source) => source.points.length > 0);
}

/** Whether a point stands in a draft, word for word. */
export const isIn = (draft: string, point: string): boolean => draft.includes(point);

/** The draft with one more point at its end. */
export const withPoint = (draft: string, point: string): string =>
  draft.trim() === "" ? point : `${draft.trimEnd()}\n\n${point}`;
