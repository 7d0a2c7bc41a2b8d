// What has been found so far? The newest finding of a type; findings are made anew as a session goes on.
import type { FindingOf, FindingType, FindingView, SessionState } from "@/wire/types";

/** The newest finding of a type, as it was made. */
export const latestMade = (findings: SessionState["findings"], type: FindingType): FindingView | null =>
  findings.findLast(({ finding }) => finding.type === type) ?? null;

export const latest = <T extends FindingType>(findings: SessionState["findings"], type: T): FindingOf<T> | null =>
  (latestMade(findings, type)?.finding ?? null) as FindingOf<T> | null;
