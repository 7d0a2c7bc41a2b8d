// Paragraphs of both sessions for an answer of one's own.
import { paragraphsIn, type Source } from "@/again/compose/draft";
import { say } from "@/language/say";
import type { SideBySide, WordDiff } from "./comparison";
import { memberName } from "./words";

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
