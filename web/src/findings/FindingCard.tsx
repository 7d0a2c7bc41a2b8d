// How is a finding shown? A card for those of every protocol here, what a protocol brought in its own way, and one that
// nobody drew plainly.
import { memo, type ComponentType } from "react";
import { Card } from "@/controls/Card";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import type { FindingOf, FindingType, FindingView } from "@/wire/types";
import { findingBrought } from "./brought";
import { Check } from "./check";
import { General } from "./general";
import { SecondAnswer, Selection } from "./selective";
import { Attendance, Note, Standing } from "./standing";

type Cards = { [T in FindingType]?: { title: string; Body: ComponentType<{ finding: FindingOf<T> }> } };

const CARDS = {
  standing: { title: say("Ranking"), Body: Standing },
  note: { title: say("Note"), Body: Note },
  attendance: { title: say("Ballots handed in"), Body: Attendance },
  "check-result": { title: say("Check"), Body: Check },
  selection: { title: say("Asked first"), Body: Selection },
  "second-answer": { title: say("Second answer"), Body: SecondAnswer },
} satisfies Cards;

/** The findings of no protocol's own. */
export const FINDING_TYPES: readonly string[] = Object.keys(CARDS);

/** What stands above a finding of a type. */
export const findingTitle = (type: string): string =>
  (CARDS as Partial<Record<string, { title: string }>>)[type]?.title ?? findingBrought(type)?.title ?? titleOf(type);

export const FindingCard = memo(function FindingCard({ made }: { made: FindingView }) {
  const { finding, key } = made;
  const card =
    (CARDS as Partial<Record<string, { Body: ComponentType<{ finding: unknown }> }>>)[finding.type] ??
    findingBrought(finding.type);
  return (
    <Card title={findingTitle(finding.type)} id={`finding-${key}`} className="stack">
      {card === undefined ? <General of={finding} /> : <card.Body finding={finding} />}
    </Card>
  );
});
