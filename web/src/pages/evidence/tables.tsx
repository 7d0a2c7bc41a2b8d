// How do the figures stand in rows? As the server counted them, in whole percents.
import { say } from "@/language/say";
import { decimal } from "@/language/written";
import type { Schemas } from "@/wire/types";
import { Rows } from "../analytics/parts";

type Share = { value: number };

/** A share as people say it; what was only counted is never said to be certain. */
export function percent({ value }: Share): string {
  if (value > 0 && value < 0.01) return say("under {number, number} %", { number: 1 });
  if (value > 0.99 && value < 1) return say("over {number, number} %", { number: 99 });
  return say("{number, number} %", { number: Math.round(value * 100) });
}

/** Where the share may lie. Without a width it is no range: too few ballots give one; one that is narrower than a percent
 * is written with a decimal. */
function rangeOf({ low, high }: Schemas["WinProbability"]): string {
  if (low >= high) return say("too few to tell");
  const [least, most] = [percent({ value: low }), percent({ value: high })];
  if (least !== most) return say("{least} to {most}", { least, most });
  const exact = (share: number): string => say("{number} %", { number: decimal(share * 100, 1) });
  return exact(low) === exact(high) ? exact(low) : say("{least} to {most}", { least: exact(low), most: exact(high) });
}

export function AheadTable({ rows }: { rows: readonly Schemas["WinProbability"][] }) {
  return (
    <Rows
      caption={say("Whom readers put ahead")}
      heads={[say("Model"), say("Sessions"), say("Above another"), say("Range")].map((title) => ({ title }))}
    >
      {rows.map((row) => (
        <tr key={row.model}>
          <th scope="row">{row.model}</th>
          <td>{row.sessions}</td>
          <td>{percent({ value: row.above })}</td>
          <td>{rangeOf(row)}</td>
        </tr>
      ))}
    </Rows>
  );
}
