// What does a vote on claims bring to the verdict? How many tiers hang on a single ballot, and which claims are contested.
import { say } from "@/language/say";
import { latest } from "@/playback/found";
import { auditWords } from "./answer";
import type { VerdictPart } from "@/views/verdict/brought";
import { VoteMatrix } from "./matrix/VoteMatrix";

export const verdict: VerdictPart = {
  Below: VoteMatrix,
  remedy: () => say("A verdict would take claims that can be voted on. The opinions and reviews stay readable."),
  outcome: (findings) => {
    const check = latest(findings, "prose-audit");
    return check === null ? {} : { because: auditWords(check) };
  },
  firm: (findings) => {
    const tiers = latest(findings, "tiers");
    if (tiers !== null) {
      const fragile = tiers.claims.filter((claim) => claim.k === 1).length;
      const open = tiers.claims.filter((claim) => claim.k === 0).length;
      const all = tiers.claims.length;
      const missing =
        open < all
          ? say(
              "{open, plural, one {One} other {#}} of {all, number} claims could be in another tier with the missing votes.",
              { open, all },
            )
          : say(
              "{all, plural, one {The one claim} other {All # claims}} could be in another tier with the missing votes.",
              { all },
            );
      return [
        ...(open > 0 ? [missing] : []),
        ...(fragile > 0
          ? [
              say(
                "{fragile, plural, one {One of {all, number} claims hangs on a single ballot: one changed would move it to another tier.} other {# of {all, number} claims hang on a single ballot: one changed would move them to another tier.}}",
                { fragile, all },
              ),
            ]
          : open === 0
            ? [say("No claim's tier hangs on a single ballot.")]
            : open < all
              ? [say("The tier of no other claim hangs on a single ballot.")]
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
      if (points.length > 0) return { title: say("Contested claims"), text: "", points, quoted: true };
    }
    return null;
  },
};
