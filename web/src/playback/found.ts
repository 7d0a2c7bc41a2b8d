// What has been found so far? The newest finding of a type; findings are made anew as a session goes on.
import type { FindingOf, FindingType, SessionState } from "@/wire/types";

export function latest<T extends FindingType>(findings: SessionState["findings"], type: T): FindingOf<T> | null {
  for (let at = findings.length - 1; at >= 0; at--) {
    const finding = findings[at]?.finding;
    if (finding?.type === type) return finding as FindingOf<T>;
  }
  return null;
}
