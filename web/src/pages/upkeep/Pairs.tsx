// Which voters vote alike beyond what the others explain? A cell for each two; grey where too little is known.
import { Card } from "@/controls/Card";
import { number, say } from "@/language/say";
import { decimal } from "@/language/written";
import { signed } from "../analytics/parts";
import type { Pair, Report } from "./asked";
import { ModelName } from "./ModelName";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

const SAYS: Record<Pair["says"], string> = { nothing: "", hint: say("hint"), alarm: say("alarm") };
/** An excess from which a cell has its full colour. */
const FULL = 0.6;

export function Pairs({ report: { voters, pairs } }: { report: Report }) {
  const seated = voters.filter(({ sessions }) => sessions > 0);
  const met = new Set(pairs.flatMap(({ a, b }) => [a, b]));
  const sat = seated.filter(({ fingerprint }) => met.has(fingerprint));
  const found = new Map(
    pairs.flatMap((pair) => [
      [`${pair.a} ${pair.b}`, pair],
      [`${pair.b} ${pair.a}`, pair],
    ]),
  );
  return (
    <Card title={say("Pairs")} id="pairs">
      {sat.length === 0 ? (
        <p className={css["how"]}>
          {say(
            "Once two voters sat together in five sessions, it is told here how alike they vote beyond what the others explain.",
          )}
        </p>
      ) : (
        <>
          <ol className={ours["numbered"]}>
            {sat.map(({ fingerprint, model }) => (
              <li key={fingerprint}>
                <ModelName of={model} />
              </li>
            ))}
          </ol>
          <div className={css["scroll"]} tabIndex={0} role="region" aria-label={say("How alike voters vote")}>
            <table className={ours["heat"]}>
              <thead>
                <tr>
                  <td />
                  {sat.map(({ fingerprint, model }, at) => (
                    <th key={fingerprint} scope="col" title={model}>
                      {number(at + 1)}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {sat.map((row, at) => (
                  <tr key={row.fingerprint}>
                    <th scope="row" title={row.model}>
                      {number(at + 1)}
                      <span className="unseen"> {row.model}</span>
                    </th>
                    {sat.map((column) =>
                      column.fingerprint === row.fingerprint ? (
                        <td key={column.fingerprint} aria-hidden="true" />
                      ) : (
                        <Cell key={column.fingerprint} pair={found.get(`${row.fingerprint} ${column.fingerprint}`)} />
                      ),
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
          <ul className={ours["keys"]}>
            <li>
              <i className={ours["unknown"]} aria-hidden="true" /> {say("too little is known")}
            </li>
            <li>
              0 <i className={ours["scale"]} aria-hidden="true" /> {say("{share} or more", { share: decimal(FULL, 1) })}
            </li>
          </ul>
          {seated.length > sat.length && (
            <p className={css["how"]}>
              {say(
                "{others, plural, one {One other voter has voted} other {# other voters have voted}} with nobody in five sessions yet.",
                { others: seated.length - sat.length },
              )}
            </p>
          )}
          <p className={css["how"]}>
            {say(
              "How much of their noise two have in common, beyond what the others explain: 0 of independent voters, 1 of copies. Grey: fewer than five sessions together, or fewer than four voters. A hint from ten sessions on, an alarm from thirty. It says that two vote alike, not why; most of a council voting the same cannot be told from voters who are simply right.",
            )}
          </p>
        </>
      )}
    </Card>
  );
}

function Cell({ pair }: { pair: Pair | undefined }) {
  if (pair === undefined)
    return (
      <td className={ours["unknown"]} title={say("Too little is known.")}>
        <span className="unseen">{say("Too little is known.")}</span>
      </td>
    );
  if (pair.excess === null || pair.low === null || pair.high === null)
    return (
      <td className={ours["unknown"]} title={say("The others do not tell.")}>
        <span className="unseen">{say("The others do not tell.")}</span>
      </td>
    );
  const depth = Math.min(1, Math.max(0, pair.excess) / FULL);
  const how = say("{sessions, plural, one {one session} other {# sessions}}, between {low} and {high}", {
    sessions: pair.sessions,
    low: signed(pair.low),
    high: signed(pair.high),
  });
  return (
    <td
      style={{ background: `color-mix(in oklch, var(--bad) ${String(Math.round(depth * 45))}%, transparent)` }}
      title={how}
    >
      {signed(pair.excess)}
      {pair.says !== "nothing" && <small className={ours["under"]}>{SAYS[pair.says]}</small>}
    </td>
  );
}
