// In which tiers do claims come out, session after session, and where would tiers best be cut? With the line of 60 %.
import { Card, Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { number, percent, Say, say } from "@/language/say";
import { day, decimal } from "@/language/written";
import type { Schemas } from "@/wire/types";
import { Awaited } from "./Awaited";
import { useCalibrations, type Calibration, type Report } from "./asked";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

const ORDER = ["HIGH", "MEDIUM", "CONTESTED", "REJECTED"] as const;
const TITLES: Record<(typeof ORDER)[number], string> = {
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
const [WIDE, HIGH, LEFT, FOOT, TOP] = [320, 150, 48, 22, 10];
/** From this share of HIGH on, over ten sessions, votes are hardly worth holding. */
const TOO_HIGH = 0.6;

export function Tiers({ report: { councils } }: { report: Report }) {
  const asked = useCalibrations();
  const voted = councils.filter(({ mixes }) => mixes.length > 0);
  return (
    <Card title={say("Tiers")} id="mixes">
      {voted.length === 0 && (
        <p className={css["how"]}>
          {say("How claims come out is drawn here, session by session, once a council has voted.")}
        </p>
      )}
      {voted.length > 0 && (
        <ul className={ours["keys"]}>
          {ORDER.map((tier) => (
            <li key={tier}>
              <i data-tier={tier} aria-hidden="true" /> {TITLES[tier]}
            </li>
          ))}
        </ul>
      )}
      <div className={ours["drawings"]}>
        {voted.map((council) => (
          <Mix key={council.name} council={council} />
        ))}
      </div>
      {voted.length > 0 && (
        <p className={css["how"]}>
          {say(
            "The last ten sessions of each council, the latest on the right. Where HIGH stays above the line of 60 %, voters may be lenient, no vote strong, or the claims one-sided.",
          )}
        </p>
      )}
      <Awaited asked={asked}>
        {(calibrations) =>
          calibrations.length === 0 ? (
            <p className={css["how"]}>
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
  const each = (WIDE - LEFT) / council.mixes.length;
  const down = (share: number): number => TOP + (1 - share) * (HIGH - TOP - FOOT);
  const shares = council.mixes.map(({ tiers }) => shareOf(tiers));
  return (
    <figure className={ours["drawing"]}>
      <figcaption>
        <b>{council.name}</b>{" "}
        <span className={css["how"]}>
          {worth(council)}
          {council.weighted && ` · ${say("votes are weighed")}`}
          {council.tiers_from !== "" && ` · ${council.tiers_from}`}
        </span>
      </figcaption>
      <svg
        viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`}
        role="img"
        aria-label={say("Share of HIGH by session, oldest first: {shares}", {
          shares: shares.map((share) => percent(share["HIGH"] ?? 0)).join(", "),
        })}
      >
        {council.mixes.map(({ session, at }, place) => {
          let below = 0;
          return (
            <a key={session} href={`/s/${session}`} aria-label={say("Session of {day}", { day: day(at) })}>
              <title>
                {`${day(at)}: ${ORDER.map((tier) => `${TITLES[tier]} ${percent(shares[place]?.[tier] ?? 0)}`).join(", ")}`}
              </title>
              {[...ORDER].map((tier) => {
                const share = shares[place]?.[tier] ?? 0;
                const rect = (
                  <rect
                    key={tier}
                    data-tier={tier}
                    x={LEFT + place * each + each * 0.12}
                    width={each * 0.76}
                    y={down(below + share)}
                    height={Math.max(0, down(below) - down(below + share))}
                  />
                );
                below += share;
                return rect;
              })}
            </a>
          );
        })}
        <line x1={LEFT} x2={WIDE} y1={down(TOO_HIGH)} y2={down(TOO_HIGH)} className={ours["limit"]} />
        <text x={LEFT - 6} y={down(TOO_HIGH) + 4} textAnchor="end">
          {percent(TOO_HIGH)}
        </text>
        <line x1={LEFT} x2={WIDE} y1={down(0)} y2={down(0)} stroke="var(--line-strong)" />
      </svg>
    </figure>
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

function shareOf(tiers: Record<string, number>): Record<string, number> {
  const all = Math.max(
    1,
    Object.values(tiers).reduce((sum, each) => sum + each, 0),
  );
  return Object.fromEntries(Object.entries(tiers).map(([tier, count]) => [tier, count / all]));
}

function Calibrated({ of }: { of: Calibration }) {
  return (
    <section className={ours["calibrated"]}>
      <h3>{say("Calibration of {council}", { council: of.council })}</h3>
      <p className={css["how"]}>
        {day(of.at)} ·{" "}
        {say("{claims, plural, one {one claim} other {# claims}}, {contested} of them contested", {
          claims: of.claims,
          contested: number(of.contested),
        })}
        {of.hits !== null && ` · ${say("{share} come out as they should", { share: percent(of.hits.value) })}`}{" "}
        {of.scripted && <Chip tone="mid">{say("scripted voices: tells nothing")}</Chip>}
      </p>
      <div className={ours["drawings"]}>
        {of.curves.map((curve) => (
          <Curve key={curve.border} curve={curve} suggested={of.suggested?.borders[curve.border]} />
        ))}
      </div>
      <p className={css["how"]}>
        {say(
          "How much comes out as it should with a border there, the others left where they are; the band holds 90 % of samples of claims. Solid: where the border is now. Dashed: what is suggested.",
        )}{" "}
        <Coded text={of.why_none} />
      </p>
    </section>
  );
}

function Curve({ curve, suggested }: { curve: Schemas["BorderCurve"]; suggested: number | undefined }) {
  const [first, last] = [curve.points[0], curve.points.at(-1)];
  if (first === undefined || last === undefined || last.at === first.at) return null;
  const across = (at: number): number => LEFT + ((at - first.at) / (last.at - first.at)) * (WIDE - LEFT - 8);
  const down = (share: number): number => TOP + (1 - share) * (HIGH - TOP - FOOT);
  const line = (of: (point: Schemas["CurvePoint"]) => number): string[] =>
    curve.points.map((point) => `${String(across(point.at))},${String(down(of(point)))}`);
  const band = [...line(({ hits }) => hits.high), ...line(({ hits }) => hits.low).reverse()].join(" ");
  const title = BORDERS[curve.border] ?? curve.border.replaceAll("_", " ");
  return (
    <figure className={ours["drawing"]}>
      <figcaption>{title}</figcaption>
      <svg
        viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`}
        role="img"
        aria-label={say("{border}: now {now}; {points}", {
          border: title,
          now: decimal(curve.now, 2),
          points: curve.points.map(({ at, hits }) => `${decimal(at, 2)} ${percent(hits.value)}`).join(", "),
        })}
      >
        {[0, 0.5, 1].map((mark) => (
          <g key={mark}>
            <line x1={LEFT} x2={WIDE - 8} y1={down(mark)} y2={down(mark)} stroke="var(--line)" />
            <text x={LEFT - 6} y={down(mark) + 4} textAnchor="end">
              {percent(mark)}
            </text>
          </g>
        ))}
        <polygon points={band} className={ours["band"]} />
        <polyline points={line(({ hits }) => hits.value).join(" ")} className={ours["curve"]} />
        <line x1={across(curve.now)} x2={across(curve.now)} y1={TOP} y2={down(0)} stroke="var(--text)" />
        {suggested !== undefined && (
          <line x1={across(suggested)} x2={across(suggested)} y1={TOP} y2={down(0)} className={ours["suggested"]} />
        )}
        <text x={across(curve.now)} y={HIGH - 6} textAnchor="middle">
          {decimal(curve.now, 2)}
        </text>
      </svg>
    </figure>
  );
}
