// What are the votes worth? How far the voters agree, who voted alike, and where the tiers are cut.
import { Card } from "@/controls/Card";
import { ordinal } from "@/findings/figures";
import { Face } from "@/faces/Face";
import { decimal, Say, say } from "@/language/say";
import { lookOf, type Looks } from "@/playback/looks";
import type { Tiers } from "./votes";
import ours from "./claims.module.css";

export function VoteWorth({ tiers, looks }: { tiers: Tiers; looks: Looks }) {
  const { alpha, alike, bounds, silent } = tiers;
  return (
    <Card title={say("What the votes are worth")}>
      <dl className={ours["worth"]}>
        <dt>{say("Agreement")}</dt>
        <dd>
          {alpha === null ? say("not defined") : <b>{decimal(alpha, 2)}</b>}
          <small>{say("Krippendorff's alpha: 1 is full agreement, 0 what chance gives")}</small>
        </dd>
        <dt>{say("Tiers")}</dt>
        <dd>
          <small>
            {say(
              "High from a mean of {high_mean, number} with a deviation below {high_sd, number}; contested from a deviation of {contested_sd, number}; rejected below a mean of {rejected_mean, number}.",
              {
                high_mean: bounds.high_mean,
                high_sd: bounds.high_sd,
                contested_sd: bounds.contested_sd,
                rejected_mean: bounds.rejected_mean,
              },
            )}
          </small>
        </dd>
      </dl>
      {alike.map(({ one, other, same, claims }) => (
        <p key={`${one} ${other}`} className={ours["hint"]}>
          <Say
            text="<one></one> and <other></other> cast the same vote on {same, number} of {claims, number} claims."
            values={{ same, claims }}
            tags={{
              one: () => <Faced seat={one} looks={looks} />,
              other: () => <Faced seat={other} looks={looks} />,
            }}
          />
        </p>
      ))}
      {silent.map(({ seat, how, streak }) => (
        <p key={seat} className={ours["hint"]}>
          <Say
            text="<member></member> {how, select, spoiled {handed in a ballot that could not be read} other {did not vote}}{again, select, yes {, for the {nth} session in a row} other {}}."
            values={{ how, again: streak > 1 ? "yes" : "no", nth: ordinal(streak) }}
            tags={{ member: () => <Faced seat={seat} looks={looks} /> }}
          />
        </p>
      ))}
    </Card>
  );
}

const Faced = ({ seat, looks }: { seat: string; looks: Looks }) => (
  <>
    <Face look={lookOf(looks, seat)} size={18} /> {lookOf(looks, seat).name}
  </>
);
