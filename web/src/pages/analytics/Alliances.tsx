// Who sided with whom in all debates? Pair by pair, with an arrow from the model that is more for the other.
import { Card, Empty } from "@/controls/Card";
import { say } from "@/language/say";
import { number } from "@/language/written";
import { Awaited } from "../Awaited";
import { useAlliances, type AlliancePair, type AllianceReport, type Whose } from "./asked";
import { Others } from "./Others";
import { AsTable, betweenWords, COUNTING, Model, Rows, signed } from "./parts";
import css from "../figures.module.css";

export function Alliances({ whose }: { whose: Whose }) {
  const asked = useAlliances(whose);
  return (
    <Awaited asked={asked} waits={COUNTING}>
      {(of) =>
        of.pairs.length === 0 ? (
          <Card>
            <Empty title={say("No two models have met yet.")}>
              <p>{say("Once models have debated, who sided with whom is shown here.")}</p>
              <Others voices={whose.voices} />
            </Empty>
          </Card>
        ) : (
          <Shown of={of} council={whose.council} />
        )
      }
    </Awaited>
  );
}

function Shown({ of, council }: { of: AllianceReport; council: string }) {
  return (
    <Card title={say("Who sided with whom, {count, plural, one {# debate} other {# debates}}", { count: of.debates })}>
      <Rows
        caption={say("How each pair stood towards each other")}
        heads={[
          { title: say("Models") },
          { title: say("Debates") },
          { title: say("Net"), how: say("Agreed 1, disagreed −1, neutral 0: the mean over debates") },
          { title: say("95 % interval"), how: say("Wilson’s, a debate counting once") },
          { title: say("First of second"), how: say("Agrees, disagrees, neutral") },
          { title: say("Second of first"), how: say("Agrees, disagrees, neutral") },
        ]}
      >
        {of.pairs.map((pair) => (
          <Row key={`${pair.a} ${pair.b}`} pair={pair} />
        ))}
      </Rows>
      <p className={`${css["how"]} small wrap`}>
        {say(
          "Net: green where they mostly agreed, red where they mostly disagreed, by its interval. An arrow points from the model that is more for the other than the other for it, where the 95 % intervals of the two (Wilson’s, a stance counting once) do not overlap.",
        )}
      </p>
      <AsTable what="analytics/alliances" asked={{ scripted: of.scripted, council }} />
    </Card>
  );
}

function Row({ pair }: { pair: AlliancePair }) {
  const between = pair.warmer === "a" ? "→" : pair.warmer === "b" ? "←" : "–";
  const sides = (pair.low ?? 0) > 0 ? "var(--good-ink)" : (pair.high ?? 0) < 0 ? "var(--bad-ink)" : undefined;
  return (
    <tr>
      <th scope="row">
        <Model id={pair.a} /> {between} <Model id={pair.b} />
      </th>
      <td>{number(pair.met)}</td>
      <td style={{ color: sides }}>{pair.net === null ? "–" : signed(pair.net)}</td>
      <td>{betweenWords(pair, signed)}</td>
      {[pair.a_to_b, pair.b_to_a].map(({ agree, disagree, neutral }, at) => (
        <td key={at}>{[agree, disagree, neutral].map(number).join(" · ")}</td>
      ))}
    </tr>
  );
}
