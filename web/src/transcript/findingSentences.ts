// What was found, in a line? What every protocol may find here; what a protocol brought in its own sentence.
import { findingBrought, type DrawnFindings } from "@/findings/brought";
import { saidOf } from "@/findings/standingWords";
import type { Finding } from "@/wire/types";
import type { Looks } from "@/playback/looks";
import { cut, isMasked, namesOf } from "./wording";

type Telling = { [T in keyof DrawnFindings]: NonNullable<DrawnFindings[T]>["tell"] };

export const FINDING_SENTENCES = {
  standing: (standing, looks) => saidOf(standing, looks)[0] ?? "The answers cannot be ranked.",
  note: ({ title, text }, looks) => (isMasked(looks) ? "Something was noted." : `${title}: ${cut(text, 160)}`),
  attendance: ({ seats }, looks) => {
    const silent = seats.filter((each) => each.silent).map(({ seat }) => seat);
    return silent.length === 0 ? "Everybody cast a ballot." : `${namesOf(looks, silent)} cast no readable ballot.`;
  },
} satisfies Telling;

/** What was found, in one sentence. */
export function findingSentence(finding: Finding, looks: Looks): string {
  const own =
    (FINDING_SENTENCES as Partial<Record<string, unknown>>)[finding.type] ?? findingBrought(finding.type)?.tell;
  const tell = own as ((finding: Finding, looks: Looks) => string) | undefined;
  const said = tell?.(finding, looks) ?? "Something was found.";
  return said.replace(/^one /, "One ");
}
