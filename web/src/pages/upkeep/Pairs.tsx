// Which voters vote alike beyond what the others explain? Pairs with the share of votes that look copied, the largest first.
import { Card, Chip, type Tone } from "@/controls/Card";
import { number, percent, say } from "@/language/say";
import { Rows } from "../analytics/parts";
import type { Pair, Report } from "./asked";
import { ModelName } from "./ModelName";
import css from "../figures.module.css";

const SAYS: Record<Pair["says"], { tone: Tone; says: string } | null> = {
  nothing: null,
  hint: { tone: "mid", says: say("hint") },
  alarm: { tone: "bad", says: say("alarm") },
};
const MOST = 20;

export function Pairs({ report: { voters, pairs } }: { report: Report }) {
  const models = new Map(voters.map(({ fingerprint, model }) => [fingerprint, model]));
  const known = pairs.filter(({ copied }) => copied !== null);
  known.sort((one, other) => (other.copied ?? 0) - (one.copied ?? 0));
  return (
    <Card title={say("Pairs")} id="pairs">
      {known.length > 0 && (
        <Rows
          caption={say("How alike voters vote")}
          heads={[
            { title: say("Voters") },
            { title: say("Looks copied"), how: say("Agreement beyond what agreement with the others explains") },
            { title: say("Same vote") },
            { title: say("All other pairs") },
            { title: say("Claims") },
          ]}
        >
          {known.slice(0, MOST).map((pair) => (
            <tr key={`${pair.a} ${pair.b}`}>
              <th scope="row">
                <ModelName of={models.get(pair.a) ?? pair.a} />, <ModelName of={models.get(pair.b) ?? pair.b} />
              </th>
              <td>
                {percent(pair.copied ?? 0)} <Mark of={pair} />
              </td>
              <td>{percent(pair.same)}</td>
              <td>{percent(pair.others ?? 0)}</td>
              <td>{number(pair.claims)}</td>
            </tr>
          ))}
        </Rows>
      )}
      <p className={`${css["how"]} small wrap`}>
        {known.length === 0
          ? say(
              "Once four voters have voted together in five sessions, this shows how much of their votes looks copied.",
            )
          : say(
              "A pair is told of from five sessions together on, among four voters or more. A claim that comes up again counts once. A hint from ten sessions on, an alarm from thirty. It shows that two vote alike, not why.",
            )}
      </p>
    </Card>
  );
}

function Mark({ of: { says } }: { of: Pair }) {
  const mark = SAYS[says];
  return mark !== null && <Chip tone={mark.tone}>{mark.says}</Chip>;
}
