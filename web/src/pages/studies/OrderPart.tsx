// Show whether the order in which rebuttals are read matters: what members did in both orders.
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { number, percent } from "@/language/written";
import { Rows } from "../analytics/parts";
import type { Report } from "./asked";
import { figureWords } from "./words";
import figures from "../figures.module.css";

type Effects = Report["order"][number];
type Sort = Effects["sorts"][number]["sort"];
const SORTS: Readonly<Record<Sort, { title: string; how: string }>> = {
  conviction: { title: say("Conviction"), how: say("Held their position in both orders") },
  evidence: { title: say("Evidence"), how: say("Gave way to the same member in both orders") },
  recency: { title: say("Recency"), how: say("Gave way in one of the two orders only") },
  "no position": { title: say("No position"), how: say("Gave way to another member in each order") },
};

export function OrderPart({ report }: { report: Report }) {
  if (report.order.length === 0)
    return (
      <Card>
        <p>
          {say(
            "No arm of this study reverses the order in which rebuttals are read. An arm that is made of another one and changes only that tells reasons from recency.",
          )}
        </p>
      </Card>
    );
  return report.order.map((each) => <One key={each.arm} of={each} />);
}

function One({ of }: { of: Effects }) {
  return (
    <Card className="stack" title={say("{arm} against {other}", { arm: of.arm, other: of.of })}>
      <p>
        {say("{eligible} of {members} members saw two rebuttals or more; only for them the order can be another.", {
          eligible: number(of.eligible),
          members: number(of.members),
        })}
      </p>
      {of.eligible > 0 && (
        <Rows
          caption={say("What members did in both orders")}
          heads={[{ title: say("In both orders") }, { title: say("Members") }, { title: say("Proportion") }]}
        >
          {of.sorts.map(({ sort, members, share }) => (
            <tr key={sort}>
              <th scope="row">
                {SORTS[sort].title}
                <br />
                <small className={`${figures["how"]} small wrap`}>{SORTS[sort].how}</small>
              </th>
              <td>{number(members)}</td>
              <td>{figureWords(share, percent)}</td>
            </tr>
          ))}
        </Rows>
      )}
    </Card>
  );
}
