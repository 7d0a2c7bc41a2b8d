// How firm is it, and how few ballots would have changed it? The server's sentences, or a protocol's own.
import { notedOf, saidOf } from "@/findings/standingWords";
import { latest } from "@/playback/found";
import type { Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";
import { verdictParts } from "./brought";

/** Sentences about how firm the result is; none where nothing was ranked. */
export function strengthOf(findings: SessionState["findings"], looks: Looks): readonly string[] {
  const standing = latest(findings, "standing");
  if (standing !== null) return [...saidOf(standing, looks), ...notedOf(standing, looks)];
  for (const { firm } of verdictParts()) {
    const said = firm?.(findings, looks) ?? null;
    if (said !== null) return said;
  }
  return [];
}
