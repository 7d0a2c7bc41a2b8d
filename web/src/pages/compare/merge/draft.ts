// What can be added to an answer of one's own, and where is it kept? Paragraphs of both sessions; a draft in this browser.
import { say } from "@/language/say";
import type { SideBySide, WordDiff } from "../comparison";
import { memberName } from "../words";

/** A text in paragraphs, and whose it is. */
export interface Source {
  name: string;
  texts: readonly string[];
}

/** Both answers, and what each member said last. */
export function sourcesOf({ sides: { verdict, members } }: SideBySide): Source[] {
  const texts = [
    { name: say("The answer"), diff: verdict },
    ...members.map((pair) => ({ name: memberName(pair), diff: pair.answer })),
  ];
  const sources = texts.flatMap(({ name, diff }): Source[] => {
    if (diff === null) return [];
    if (diff.same === 1) return [{ name: say("{name}, both sessions", { name }), texts: paragraphsOf(diff, "a") }];
    return [
      { name: say("{name}, first session", { name }), texts: paragraphsOf(diff, "a") },
      { name: say("{name}, second session", { name }), texts: paragraphsOf(diff, "b") },
    ];
  });
  return sources.filter(({ texts }) => texts.length > 0);
}

function paragraphsOf({ passages }: WordDiff, side: "a" | "b"): string[] {
  const said = passages.filter(({ kind }) => kind === "same" || kind === side).map(({ text }) => text);
  return paragraphsIn(said.join(""));
}

/** What blank lines part; code stays whole. */
export function paragraphsIn(text: string): string[] {
  const found: string[] = [];
  for (const part of text.split(/\n\s*\n/)) {
    const last = found.at(-1);
    const open = last !== undefined && (last.match(/^\s*```/gm)?.length ?? 0) % 2 === 1;
    if (open) found[found.length - 1] = `${last}\n\n${part}`;
    else if (part.trim() !== "") found.push(part.trim());
  }
  return found;
}

/** The same two sessions have one draft, whichever stands first. */
const placeOf = (a: string, b: string): string => `moot.merge.draft.${[a, b].sort().join(".")}`;

export function keptDraft(a: string, b: string): string {
  try {
    return localStorage.getItem(placeOf(a, b)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(a: string, b: string, text: string): void {
  try {
    if (text === "") localStorage.removeItem(placeOf(a, b));
    else localStorage.setItem(placeOf(a, b), text);
  } catch {
    // a browser that keeps nothing: the draft holds for this page
  }
}
