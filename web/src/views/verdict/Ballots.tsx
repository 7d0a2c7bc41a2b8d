// Who judged what, and how: one table of the ranking, what a protocol brings, and the findings it shows here.
import { FindingCard } from "@/findings/FindingCard";
import { findingBrought } from "@/findings/brought";
import { useMoment } from "@/hooks/session";
import { latest, latestMade } from "@/playback/found";
import type { SessionState } from "@/wire/types";
import { verdictParts } from "./brought";
import { Votes } from "./Votes";
import css from "./verdict.module.css";

export default function Ballots() {
  const findings = useMoment(({ state }) => state.findings);
  const standing = latest(findings, "standing");
  return (
    <div className={`${css["ballots"]} stack slim`}>
      {standing !== null && <Votes standing={standing} />}
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
