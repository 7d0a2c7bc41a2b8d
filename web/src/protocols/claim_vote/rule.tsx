// By which rule was a vote cut into tiers, beside the published one? Sides, a calibration, and what votes weigh.
import { Who } from "@/findings/parts";
import { decimal, say } from "@/language/say";
import type { FindingOf } from "@/wire/types";
import { TIERS } from "./voting";

export function Rule({ finding: { bounds, weights } }: { finding: FindingOf<"tiers"> }) {
  const { contested_split: split, calibrated } = bounds;
  return (
    <>
      {split !== undefined && (
        <p className="muted small measure">
          {say("Contested, too, where at least {share, number} % of the votes stand on either side.", {
            share: 100 * split,
          })}
        </p>
      )}
      {calibrated !== undefined && (
        <p className="muted small measure">
          {say("These borders are from a calibration: {calibrated}.", { calibrated })}
        </p>
      )}
      {weights !== undefined && (
        <p className="muted small measure">
          {say("Votes weigh by how often earlier ballots of their voters could be read:")}{" "}
          {Object.entries(weights).map(([seat, weight]) => (
            <span key={seat}>
              <Who seat={seat} size={16} /> {decimal(weight, 2)}{" "}
            </span>
          ))}
        </p>
      )}
    </>
  );
}

/** Where a claim would stand if all votes weighed the same, where that is elsewhere. */
export function Equal({ claim: { equal, tier } }: { claim: FindingOf<"tiers">["claims"][number] }) {
  return equal === undefined || equal === tier ? null : (
    <span className="muted">{say("{tier} with equal votes", { tier: TIERS[equal] })}</span>
  );
}
