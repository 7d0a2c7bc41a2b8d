// What speaks against it? Dissent where the protocol records it: the arbiter's, contested claims, rivals, the main dispute.
import { latest } from "@/playback/found";
import { lookOf, type Looks } from "@/playback/looks";
import { stageOf } from "@/playback/keys";
import type { SessionState } from "@/wire/types";

export interface Dissent {
  /** What sort of dissent it is. */
  title: string;
  /** Words of a model: shown as markdown. */
  text: string;
  /** Or single points. */
  points: readonly string[];
}

type Part = Pick<SessionState, "findings" | "ballots">;

export function dissentOf({ findings, ballots }: Part, looks: Looks): Dissent | null {
  const rounds = latest(findings, "rounds");
  if (rounds !== null) {
    for (const view of Object.values(ballots).reverse()) {
      if (stageOf(view.key) !== `round.${String(rounds.best ?? 0)}`) continue;
      const { ballot } = view;
      if ((ballot?.type === "arbitration" || ballot?.type === "placement") && ballot.dissent !== "")
        return { title: "What the arbiter says against it", text: ballot.dissent, points: [] };
    }
  }
  const compared = latest(findings, "compared");
  if (compared !== null && compared.dispute !== "")
    return { title: "What divides the replies most", text: compared.dispute, points: [] };
  const [list, tiers] = [latest(findings, "claim-list"), latest(findings, "tiers")];
  if (list !== null && tiers !== null) {
    const contested = new Set(tiers.claims.filter((each) => each.tier === "CONTESTED").map((each) => each.claim));
    const points = list.claims.filter((claim) => contested.has(claim.id)).map((claim) => claim.text);
    if (points.length > 0) return { title: "Contested claims", text: "", points };
  }
  const alliances = latest(findings, "alliances");
  if (alliances !== null && alliances.rivals.length > 0) {
    const points = alliances.rivals.map((pair) => {
      const [one, other] = pair.map((id) => lookOf(looks, String(id)).name);
      return `${one ?? ""} and ${other ?? ""} disagree with each other.`;
    });
    return { title: "Who stays opposed", text: "", points };
  }
  return null;
}
