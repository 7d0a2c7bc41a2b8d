// What was found, in a line? What every protocol may find here; what a protocol brought in its own sentence.
import { findingBrought, type DrawnFindings } from "@/findings/brought";
import { checkWords } from "@/findings/check";
import { secondAnswerWords, selectionWords } from "@/findings/selective";
import { saidOf } from "@/findings/standingWords";
import { say } from "@/language/say";
import type { Finding } from "@/wire/types";
import type { Looks } from "@/playback/looks";
import { cut, namesOf } from "./wording";

type Telling = { [T in keyof DrawnFindings]: NonNullable<DrawnFindings[T]>["tell"] };

export const FINDING_SENTENCES = {
  standing: (standing, looks) => saidOf(standing, looks)[0] ?? say("The answers cannot be ranked."),
  note: ({ title, text }) => say("{title}: {text}", { title, text: cut(text, 160) }),
  attendance: ({ seats }, looks) => {
    const silent = seats.filter((each) => each.silent).map(({ seat }) => seat);
    return silent.length === 0
      ? say("Everybody cast a ballot.")
      : say("{names} cast no readable ballot.", { names: namesOf(looks, silent) });
  },
  "check-result": checkWords,
  selection: selectionWords,
  "second-answer": secondAnswerWords,
} satisfies Telling;

/** What was found, in one sentence. */
export function findingSentence(finding: Finding, looks: Looks): string {
  const own =
    (FINDING_SENTENCES as Partial<Record<string, unknown>>)[finding.type] ?? findingBrought(finding.type)?.tell;
  const tell = own as ((finding: Finding, looks: Looks) => string) | undefined;
  return tell?.(finding, looks) ?? say("Something was found.");
}
