// Who judged what, and how? The ranking with everybody's places, what a protocol brought, and the findings it shows here.
import { FindingCard } from "@/findings/FindingCard";
import { findingBrought } from "@/findings/brought";
import { useMoment } from "@/hooks/session";
import { latestMade } from "@/playback/found";
import type { SessionState } from "@/wire/types";
import { verdictParts } from "./brought";
import { Rankings } from "./Rankings";
import css from "./verdict.module.css";

export default function Ballots() {
  const findings = useMoment(({ state }) => state.findings);
  const standing = latestMade(findings, "standing");
  return (
    <div className={css["ballots"]}>
      {standing !== null && <FindingCard made={standing} />}
      {standing?.finding.type === "standing" && <Rankings standing={standing.finding} />}
      {verdictParts().map(({ Below }, at) => Below !== undefined && <Below key={at} />)}
      {newest(findings).map((made) => (
        <FindingCard key={made.key} made={made} />
      ))}
    </div>
  );
}

/** The newest finding of each type that belongs below an answer: what was worked out last comes first. */
const newest = (findings: SessionState["findings"]): SessionState["findings"] =>
  findings
    .toReversed()
    .filter(
      (made) =>
        findingBrought(made.finding.type)?.inResult?.(made.finding) === true &&
        latestMade(findings, made.finding.type) === made,
    );
