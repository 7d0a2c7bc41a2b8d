// Who is placed above whom? A row against each column, as the entrance to every pair; and who never met.
import { Link } from "wouter";
import { Card, Failed } from "@/controls/Card";
import { listed, say } from "@/language/say";
import { number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { pairAddress, usePairs, type PairReport, type Wanted } from "./asked";
import { AsTable, Model, Rows } from "./parts";
import css from "../figures.module.css";

type Cell = PairReport["cells"][number];

export function Matrix({ wanted }: { wanted: Wanted }) {
  const asked = usePairs(wanted);
  if (asked.error !== null) return <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />;
  if (asked.data === undefined || asked.data.models.length < 2) return null;
  const { models, cells, never, scripted, since } = asked.data;
  const found = new Map<string, string>();
  for (const cell of cells) {
    found.set(`${cell.a} ${cell.b}`, between(cell.wins_a, cell.wins_b));
    found.set(`${cell.b} ${cell.a}`, between(cell.wins_b, cell.wins_a));
  }
  return (
    <Card title={say("Who was placed above whom")}>
      <Rows
        caption={say("How often the row’s model was placed higher than the column’s, and how often lower")}
        heads={[{ title: say("Model") }, ...models.map((id, at) => ({ title: number(at + 1), how: id }))]}
      >
        {models.map((row, at) => (
          <tr key={row}>
            <th scope="row">
              {number(at + 1)} <Model id={row} />
            </th>
            {models.map((column) => (
              <td key={column}>
                {column === row ? "" : <Cellular row={row} column={column} says={found.get(`${row} ${column}`)} />}
              </td>
            ))}
          </tr>
        ))}
      </Rows>
      {never.length > 0 && (
        <p className={css["how"]}>
          {say("Never met, so that what is told of them rests on others alone: {pairs}.", {
            pairs: listed(never.slice(0, 12).map(({ a, b }) => say("{one} and {other}", { one: a, other: b }))),
          })}
          {never.length > 12 && ` ${say("{count} more pairs have not met.", { count: number(never.length - 12) })}`}
        </p>
      )}
      <p className={css["how"]}>
        {say(
          "Placed higher, then placed lower, in debates both sat in and were ranked in; a shared place counts for neither.",
        )}
      </p>
      <AsTable what="analytics/pairs" asked={{ scripted, since, council: wanted.council }} />
    </Card>
  );
}

const between = (wins: Cell["wins_a"], losses: number): string => `${number(wins)}–${number(losses)}`;

function Cellular({ row, column, says }: { row: string; column: string; says: string | undefined }) {
  if (says === undefined) return <span title={say("They have not met yet.")}>·</span>;
  return (
    <Link
      href={pairAddress(row, column)}
      aria-label={say("{one} against {other}: {says}", { one: row, other: column, says })}
    >
      {says}
    </Link>
  );
}
