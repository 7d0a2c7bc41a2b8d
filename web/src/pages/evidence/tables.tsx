// How do the figures stand in rows? As the server counted them, in whole percents.
import type { ReactNode } from "react";
import { say } from "@/language/say";
import { decimal } from "@/language/written";
import type { Schemas } from "@/wire/types";
import css from "../figures.module.css";

type Share = Pick<Schemas["Share"], "value">;

/** A share as people say it; what was only counted is never said to be certain. */
export function percent({ value }: Share): string {
  if (value > 0 && value < 0.01) return say("under {number} %", { number: 1 });
  if (value > 0.99 && value < 1) return say("over {number} %", { number: 99 });
  return say("{number} %", { number: Math.round(value * 100) });
}

/** Points more or less; below one point with the decimal that so many councils can tell. */
function points({ value, error }: Schemas["Share"]): string {
  const digits = Math.abs(value) < 0.01 && error < 0.0025 ? 1 : 0;
  const size = Math.abs(value * 100).toFixed(digits);
  return Number(size) === 0 ? "0" : `${value > 0 ? "+" : "−"}${decimal(Number(size), digits)}`;
}

function Rows({ heads, caption, children }: { heads: readonly string[]; caption: string; children: ReactNode }) {
  return (
    <div className={css["scroll"]} tabIndex={0} role="region" aria-label={caption}>
      <table className={css["table"]}>
        <thead>
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </div>
  );
}

const cells = (texts: readonly string[]): ReactNode => texts.map((text, at) => <td key={at}>{text}</td>);

export function SizeTable({ rows, seats }: { rows: readonly Schemas["SizeRow"][]; seats: number }) {
  return (
    <Rows
      caption={say("Councils of three to twelve seats")}
      heads={[
        say("Seats"),
        say("Calls"),
        say("Best wins"),
        say("Council better than"),
        say("Best member better than"),
        say("Better"),
        say("Same"),
        say("Worse"),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.seats} aria-current={row.seats === seats ? "true" : undefined}>
          <th scope="row">{row.seats}</th>
          <td>{row.calls}</td>
          {cells([row.best, row.council, row.member, row.better, row.same, row.worse].map(percent))}
        </tr>
      ))}
    </Rows>
  );
}

export function BallotTable({ rows, seats }: { rows: readonly Schemas["BallotRow"][]; seats: number }) {
  return (
    <Rows caption={say("Ballots")} heads={[say("Ballots"), say("Best wins"), say("The last one adds, in points")]}>
      {rows.map((row) => (
        <tr key={row.ballots} aria-current={row.ballots === seats ? "true" : undefined}>
          <th scope="row">{row.ballots}</th>
          {cells([percent(row.best), row.more === null ? "" : points(row.more)])}
        </tr>
      ))}
    </Rows>
  );
}

export function LeadTable({ rows }: { rows: readonly Schemas["LeadRow"][] }) {
  return (
    <Rows
      caption={say("One member better than the others")}
      heads={[
        say("It writes the best"),
        say("Council better"),
        say("Council worse"),
        say("Council stands higher by, in points"),
      ]}
    >
      {rows.map((row) => (
        <tr key={row.writes_best.value}>
          <th scope="row">{percent(row.writes_best)}</th>
          {cells([percent(row.better), percent(row.worse), points(row.gain)])}
        </tr>
      ))}
    </Rows>
  );
}

/** Where the share may lie. Without a width it is no range: too few ballots give one; one that is narrower than a percent
 * is written with a decimal. */
function rangeOf({ low, high }: Schemas["Ahead"]): string {
  if (low >= high) return say("too few to tell");
  const [least, most] = [percent({ value: low }), percent({ value: high })];
  if (least !== most) return say("{least} to {most}", { least, most });
  const exact = (share: number): string => say("{number} %", { number: decimal(share * 100, 1) });
  return exact(low) === exact(high) ? exact(low) : say("{least} to {most}", { least: exact(low), most: exact(high) });
}

export function AheadTable({ rows }: { rows: readonly Schemas["Ahead"][] }) {
  return (
    <Rows
      caption={say("Whom readers put ahead")}
      heads={[say("Model"), say("Sessions"), say("Above another"), say("Range")]}
    >
      {rows.map((row) => (
        <tr key={row.model}>
          <th scope="row">{row.model}</th>
          <td>{row.sessions}</td>
          {cells([percent({ value: row.above }), rangeOf(row)])}
        </tr>
      ))}
    </Rows>
  );
}
