// In which tiers do claims come out, session after session, and where would tiers best be cut?
import { Link } from "wouter";
import { Card, Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { number, percent, Say, say } from "@/language/say";
import { day, decimal } from "@/language/written";
import type { Schemas } from "@/wire/types";
import { Rows } from "../analytics/parts";
import { Awaited } from "../Awaited";
import { useCalibrations, type Calibration, type Report } from "./asked";
import css from "../figures.module.css";

const TITLES: Record<string, string> = {
  HIGH: say("High"),
  MEDIUM: say("Medium"),
  CONTESTED: say("Contested"),
  REJECTED: say("Rejected"),
};
const BORDERS: Record<string, string> = {
  high_mean: say("Lowest mean of HIGH"),
  high_sd: say("Largest spread of HIGH"),
  contested_sd: say("Least spread of CONTESTED"),
  contested_split: say("Share on either side of CONTESTED"),
  rejected_mean: say("Mean below which REJECTED begins"),
};
/** From this share of HIGH on, over ten sessions, votes are hardly worth holding. */
const TOO_HIGH = 0.6;

export function Tiers({ report: { councils } }: { report: Report }) {
  const voted = councils.filter(({ mixes }) => mixes.length > 0);
  return (
    <Card title={say("Tiers")} id="mixes">
      {voted.map((council) => (
        <Mix key={council.name} council={council} />
      ))}
      <p className={`${css["how"]} small wrap`}>
        {voted.length === 0
          ? say("How claims come out is shown here, session by session, once a council has voted.")
          : say(
              "The last ten sessions of each council. Where HIGH stays above 60 %, voters may be lenient, no vote strong, or the claims one-sided.",
            )}
      </p>
      <Awaited asked={useCalibrations()} waits={say("Figures are being made")}>
        {(calibrations) =>
          calibrations.length === 0 ? (
            <p className={`${css["how"]} small wrap`}>
              <Say
                text="The borders of the tiers were never calibrated here: <command>moot calibrate</command> has a council vote on claims of which is known how contested they are."
                tags={{ command: (words) => <code>{words}</code> }}
              />
            </p>
          ) : (
            calibrations.slice(0, 3).map((each) => <Calibrated key={each.digest + each.at} of={each} />)
          )
        }
      </Awaited>
    </Card>
  );
}

function Mix({ council }: { council: Schemas["UpkeepCouncil"] }) {
  return (
    <section className="ruled above">
      <h3>{council.name}</h3>
      <p className={`${css["how"]} dotted small wrap`}>
        <span>{worth(council)}</span>
        {council.weighted && <span>{say("votes are weighed")}</span>}
        {council.tiers_from !== "" && <span>{council.tiers_from}</span>}
      </p>
      <Rows
        caption={say("Claims of {council} by tier", { council: council.name })}
        heads={[{ title: say("Session of") }, ...Object.values(TITLES).map((title) => ({ title }))]}
      >
        {council.mixes.map(({ session, at, tiers }) => {
          const all = Object.values(tiers).reduce((sum, each) => sum + each, 0);
          const lenient = (tiers["HIGH"] ?? 0) > TOO_HIGH * all;
          return (
            <tr key={session}>
              <th scope="row">
                <Link href={`/s/${session}`}>{day(at)}</Link>
              </th>
              {Object.keys(TITLES).map((tier) => (
                <td key={tier}>
                  {tier === "HIGH" && lenient ? (
                    <Chip tone="mid">{number(tiers[tier] ?? 0)}</Chip>
                  ) : (
                    number(tiers[tier] ?? 0)
                  )}
                </td>
              ))}
            </tr>
          );
        })}
      </Rows>
    </section>
  );
}

/** How many voters it has, and how many of them are independent as far as votes tell. */
function worth({ voters, effective, same_votes: same }: Schemas["UpkeepCouncil"]): string {
  if (same !== null)
    return say(
      "{voters, plural, one {one voter} other {# voters}}; {same} of them cast the same vote on {share} of claims: whether they are independent cannot be told from votes",
      { voters, same: number(same.voters), share: percent(same.share) },
    );
  return effective === null
    ? say("{voters, plural, one {one voter} other {# voters}}, independence not known yet", { voters })
    : say("{voters, plural, one {one voter} other {# voters}}, at most {independent} independent", {
        voters,
        independent: decimal(effective, 1),
      });
}

function Calibrated({ of }: { of: Calibration }) {
  return (
    <section className="ruled above">
      <h3>{say("Calibration of {council}", { council: of.council })}</h3>
      <p className={`${css["how"]} small wrap`}>
        {day(of.at)}:{" "}
        {say("{claims, plural, one {one claim} other {# claims}}, {contested} of them contested", {
          claims: of.claims,
          contested: number(of.contested),
        })}
        {of.hits !== null && `; ${say("{share} come out as they should", { share: percent(of.hits.value) })}`}{" "}
        {of.scripted && <Chip tone="mid">{say("scripted voices: tells nothing")}</Chip>}
      </p>
      <Rows
        caption={say("Borders of the tiers")}
        heads={[{ title: say("Border") }, { title: say("Now") }, { title: say("Suggested") }]}
      >
        {Object.entries(of.borders).map(([border, now]) => {
          const suggested = of.suggested?.borders[border];
          return (
            <tr key={border}>
              <th scope="row">{BORDERS[border] ?? border.replaceAll("_", " ")}</th>
              <td>{decimal(now, 2)}</td>
              <td>{suggested === undefined ? "–" : decimal(suggested, 2)}</td>
            </tr>
          );
        })}
      </Rows>
      <p className={`${css["how"]} small wrap`}>
        <Coded text={of.why_none} />
      </p>
    </section>
  );
}
