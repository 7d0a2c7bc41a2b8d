// A heat map of the share of votes that look copied, pair by pair; grey where too little is known.
import { Card } from "@/controls/Card";
import { number, percent, say } from "@/language/say";
import type { Pair, Report } from "./asked";
import { ModelName } from "./ModelName";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

const SAYS: Record<Pair["says"], string> = { nothing: "", hint: say("hint"), alarm: say("alarm") };
/** A share from which a cell has its full colour. */
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
            "Once two voters have voted together in five sessions, this shows how much of their votes looks copied.",
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
              {percent(0)} <i className={ours["scale"]} aria-hidden="true" />{" "}
              {say("{share} or more", { share: percent(FULL) })}
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
              "The share of votes that look copied: how far two voters agree beyond what their agreement with the other voters explains. A claim that comes up again counts once. Grey: fewer than five sessions together, fewer than four voters, or too few claims on which they differ. A hint from ten sessions on, an alarm from thirty. It shows that two vote alike, not why.",
            )}
          </p>
        </>
      )}
    </Card>
  );
}

function Cell({ pair }: { pair: Pair | undefined }) {
  if (!pair || pair.copied === null)
    return (
      <td className={ours["unknown"]} title={say("Too little is known.")}>
        <span className="unseen">{say("Too little is known.")}</span>
      </td>
    );
  const depth = Math.min(1, pair.copied / FULL);
  const how = say("the same vote on {same} of {claims, number} claims; all other pairs on {others}", {
    same: percent(pair.same),
    claims: pair.claims,
    others: percent(pair.others ?? 0),
  });
  return (
    <td
      style={{ background: `color-mix(in oklch, var(--bad) ${String(Math.round(depth * 45))}%, transparent)` }}
      title={how}
    >
      {percent(pair.copied)}
      {pair.says !== "nothing" && <small className={ours["under"]}>{SAYS[pair.says]}</small>}
    </td>
  );
}
