// What are the votes worth? How far the voters agree, who voted alike, and where the tiers are cut.
import { Card } from "@/controls/Card";
import { ordinal } from "@/findings/figures";
import { Face } from "@/faces/Face";
import { lookOf, type Looks } from "@/playback/looks";
import type { Tiers } from "./votes";
import ours from "./claims.module.css";

export function VoteWorth({ tiers, looks }: { tiers: Tiers; looks: Looks }) {
  const { alpha, alike, bounds, silent } = tiers;
  return (
    <Card title="What the votes are worth">
      <dl className={ours["worth"]}>
        <dt>Agreement</dt>
        <dd>
          {alpha === null ? "not defined" : <b>{alpha.toFixed(2)}</b>}
          <small>Krippendorff&apos;s alpha: 1 is full agreement, 0 what chance gives</small>
        </dd>
        <dt>Tiers</dt>
        <dd>
          <small>
            High from a mean of {bounds.high_mean} with a deviation below {bounds.high_sd}; contested from a deviation
            of {bounds.contested_sd}; rejected below a mean of {bounds.rejected_mean}.
          </small>
        </dd>
      </dl>
      {alike.map(({ one, other, same, claims }) => (
        <p key={`${one} ${other}`} className={ours["hint"]}>
          <Face look={lookOf(looks, one)} size={18} /> {lookOf(looks, one).name} and{" "}
          <Face look={lookOf(looks, other)} size={18} /> {lookOf(looks, other).name} cast the same vote on {same} of{" "}
          {claims} claims.
        </p>
      ))}
      {silent.map(({ seat, how, streak }) => (
        <p key={seat} className={ours["hint"]}>
          <Face look={lookOf(looks, seat)} size={18} /> {lookOf(looks, seat).name}{" "}
          {how === "spoiled" ? "handed in a ballot that could not be read" : "did not vote"}
          {streak > 1 && `, for the ${ordinal(streak)} session in a row`}.
        </p>
      ))}
    </Card>
  );
}
