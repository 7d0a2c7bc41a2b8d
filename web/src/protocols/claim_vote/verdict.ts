// What does a vote on claims bring to the verdict? How many tiers hang on a single ballot, and which claims are contested.
import { latest } from "@/playback/found";
import type { VerdictPart } from "@/views/verdict/brought";
import { capital, number } from "@/views/verdict/numbers";

export const verdict: VerdictPart = {
  remedy: "A verdict would take claims that can be voted on. The opinions and reviews stay readable.",
  outcome: (findings) => {
    const audit = latest(findings, "narrative-audit");
    const because =
      audit === null
        ? undefined
        : audit.seal !== ""
          ? audit.seal
          : audit.narrator === "editor"
            ? "No fault found in the report by rules."
            : `The report was put together by rule. ${audit.reason}`;
    return {
      ...(latest(findings, "tiers") === null ? {} : { word: "Votes counted" }),
      ...(because === undefined ? {} : { because }),
    };
  },
  firm: (findings) => {
    const tiers = latest(findings, "tiers");
    if (tiers !== null) {
      const fragile = tiers.claims.filter((claim) => claim.k === 1).length;
      const open = tiers.claims.filter((claim) => claim.k === 0).length;
      const all = tiers.claims.length;
      const of = String(all);
      const some =
        open < all ? `${capital(number(open))} of ${of} claims` : all === 1 ? "The one claim" : `All ${of} claims`;
      return [
        ...(open > 0 ? [`${some} could stand in another tier with the opinions that are missing.`] : []),
        ...(fragile > 0
          ? [
              `${capital(number(fragile))} of ${of} claims ${fragile === 1 ? "hangs" : "hang"} on a single ballot: one changed would move ${fragile === 1 ? "it" : "them"} to another tier.`,
            ]
          : open === 0
            ? ["No claim's tier hangs on a single ballot."]
            : open < all
              ? ["The tier of no other claim hangs on a single ballot."]
              : []),
      ];
    }
    return null;
  },
  dissent: ({ findings }) => {
    const [list, tiers] = [latest(findings, "claim-list"), latest(findings, "tiers")];
    if (list !== null && tiers !== null) {
      const contested = new Set(tiers.claims.filter((each) => each.tier === "CONTESTED").map((each) => each.claim));
      const points = list.claims.filter((claim) => contested.has(claim.id)).map((claim) => claim.text);
      if (points.length > 0) return { title: "Contested claims", text: "", points };
    }
    return null;
  },
};
