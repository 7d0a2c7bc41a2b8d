// How do the figures stand in rows? As the server counted them, in whole percents.
import type { ReactNode } from "react";
import type { Schemas } from "@/wire/types";
import css from "./evidence.module.css";

type Share = Schemas["Share"];

/** A share as people say it; what was only counted is never said to be certain. */
export function percent({ value }: Share): string {
  if (value > 0 && value < 0.01) return "under 1 %";
  if (value > 0.99 && value < 1) return "over 99 %";
  return `${Math.round(value * 100).toFixed(0)} %`;
}

const points = ({ value }: Share): string => {
  const whole = Math.round(value * 100);
  return whole === 0 ? "0" : `${whole > 0 ? "+" : "−"}${String(Math.abs(whole))}`;
};

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
      caption="Councils of three to twelve seats"
      heads={["Seats", "Calls", "Best wins", "Council above", "Best member above", "Better", "Same", "Worse"]}
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
    <Rows caption="Ballots" heads={["Ballots", "Best wins", "The last one adds, in points"]}>
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
      caption="One member better than the others"
      heads={["It writes the best", "Council better", "Council worse", "Council stands higher by, in points"]}
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
