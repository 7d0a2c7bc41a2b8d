// What was found in a stage? Its findings as cards; where a stage is judged, the standing has a tab of its own.
import { findingBrought } from "@/findings/brought";
import { FindingCard } from "@/findings/FindingCard";
import { useMoment } from "@/hooks/session";
import type { FindingView } from "@/wire/types";
import { isStanding } from "../tabs";
import { Skeletons } from "../Skeletons";
import css from "../council.module.css";

const isMeant = (made: FindingView, stage: string, which: "standing" | "other" | "all"): boolean =>
  made.stage === stage && (which === "all" || (which === "standing") === isStanding(made.finding.type));

/** What only keeps records comes last. */
const isRecord = ({ finding }: FindingView): boolean =>
  finding.type === "attendance" || findingBrought(finding.type)?.records === true;

/** The findings of a stage. */
export function useFindings(stage: string, which: "standing" | "other" | "all"): readonly FindingView[] {
  const findings = useMoment(({ state }) => state.findings);
  const found = findings.filter((made) => isMeant(made, stage, which));
  return [...found.filter((made) => !isRecord(made)), ...found.filter(isRecord)];
}

export function Findings({
  stage,
  which = "all",
  awaited,
}: {
  stage: string;
  which?: "standing" | "other" | "all";
  awaited?: string;
}) {
  const found = useFindings(stage, which);
  if (found.length === 0) return awaited === undefined ? null : <Skeletons words={awaited} cards={1} />;
  return (
    <div className={`${css["stack"]} stack slim`}>
      {found.map((made) => (
        <FindingCard key={made.key} made={made} />
      ))}
    </div>
  );
}
