// How is a finding shown? One card for every type, in a table that the compiler keeps complete; an unknown one plainly.
import { memo, type ComponentType } from "react";
import { Card } from "@/controls/Card";
import type { FindingOf, FindingType, FindingView } from "@/wire/types";
import { findingBrought, type BroughtFinding } from "./brought";
import { ClaimList, NarrativeAudit, ReviewRound, Tiers, VoteGaps } from "./claimed";
import { Alliances, Awards, Deeds, Roles, Scoreboard, Topic } from "./debated";
import { AdjudicatorAgreement, AxisScores, Compared, Measures, ReplyScores } from "./judged";
import { Flips, Labels, RebuttalsMade, Revisions } from "./rebutted";
import { General } from "./general";
import { inWords } from "./parts";
import { AnswerClusters, AnswerGroups, Elimination, Parts, Rounds } from "./rounds";
import { Attendance, Note, Standing } from "./standing";
import css from "./findings.module.css";

type Cards = {
  [T in Exclude<FindingType, BroughtFinding>]: { title: string; Body: ComponentType<{ finding: FindingOf<T> }> };
};

const CARDS = {
  standing: { title: "Standing", Body: Standing },
  note: { title: "Note", Body: Note },
  attendance: { title: "Ballots handed in", Body: Attendance },
  "rebuttals-made": { title: "Rebuttals", Body: RebuttalsMade },
  revisions: { title: "First and final answers", Body: Revisions },
  flips: { title: "Who changed position", Body: Flips },
  labels: { title: "Labels of each answer", Body: Labels },
  "axis-scores": { title: "Scores on each axis", Body: AxisScores },
  compared: { title: "The answers side by side", Body: Compared },
  "reply-scores": { title: "Scores", Body: ReplyScores },
  measures: { title: "Measures and the rule they met", Body: Measures },
  "adjudicator-agreement": { title: "How far the adjudicators agree", Body: AdjudicatorAgreement },
  "review-round": { title: "Reviews", Body: ReviewRound },
  "claim-list": { title: "Claims and the passages they rest on", Body: ClaimList },
  tiers: { title: "Claims by tier", Body: Tiers },
  "vote-gaps": { title: "Opinions that are missing", Body: VoteGaps },
  "narrative-audit": { title: "Audit of the report", Body: NarrativeAudit },
  rounds: { title: "Rounds", Body: Rounds },
  "answer-groups": { title: "Answers that say the same", Body: AnswerGroups },
  "answer-clusters": { title: "Answers that lie together", Body: AnswerClusters },
  elimination: { title: "Who left", Body: Elimination },
  parts: { title: "Parts", Body: Parts },
  roles: { title: "Roles", Body: Roles },
  topic: { title: "Topic", Body: Topic },
  scoreboard: { title: "Scores", Body: Scoreboard },
  alliances: { title: "Alliances", Body: Alliances },
  deeds: { title: "Deeds, for the record", Body: Deeds },
  awards: { title: "Achievements", Body: Awards },
} satisfies Cards;

export const FINDING_TYPES = Object.keys(CARDS) as FindingType[];

/** What stands above a finding of a type. */
export const findingTitle = (type: FindingType): string =>
  (CARDS as Partial<Record<string, { title: string }>>)[type]?.title ?? findingBrought(type)?.title ?? inWords(type);

export const FindingCard = memo(function FindingCard({ made }: { made: FindingView }) {
  const { finding, key } = made;
  const card =
    (CARDS as Partial<Record<string, { Body: ComponentType<{ finding: unknown }> }>>)[finding.type] ??
    findingBrought(finding.type);
  return (
    <Card title={findingTitle(finding.type)} id={`finding-${key}`} className={css["card"]}>
      {card === undefined ? <General of={finding} /> : <card.Body finding={finding} />}
    </Card>
  );
});
