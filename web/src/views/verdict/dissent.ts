// What speaks against it? Dissent where a protocol records it.
import type { Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import { verdictParts, type Dissent } from "./brought";

export function dissentOf(part: Pick<SessionState, "findings" | "ballots">, looks: Looks): Dissent | null {
  for (const { dissent } of verdictParts()) {
    const found = dissent?.(part, looks) ?? null;
    if (found !== null) return found;
  }
  return null;
}
