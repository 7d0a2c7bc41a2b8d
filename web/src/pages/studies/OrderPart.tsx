// Does the order in which rebuttals are read matter? What members did in both orders, held against asking the same again.
import { Card, Chip } from "@/controls/Card";
import { Meter } from "@/controls/Meter";
import { say } from "@/language/say";
import { number, percent } from "@/language/written";
import { Rows } from "../analytics/parts";
import type { Report } from "./asked";
import { Unmeasured } from "./Standing";
import { figureWords, reasonWords, SAYS, signedBy } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

type Effects = Report["order"][number];
type Sort = Effects["sorts"][number]["sort"];
const SORTS: Readonly<Record<Sort, { title: string; how: string }>> = {
  conviction: { title: say("Conviction"), how: say("Held their position in both orders") },
  evidence: { title: say("Evidence"), how: say("Gave way to the same member in both orders") },
  recency: { title: say("Recency"), how: say("Gave way in one of the two orders only") },
  "no position": { title: say("No position"), how: say("Gave way to another member in each order") },
};

export function OrderPart({ report, offered }: { report: Report; offered: boolean }) {
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
  return report.order.map((each) => <One key={each.arm} of={each} report={report} offered={offered} />);
}

function One({ of, report: { id, arms }, offered }: { of: Effects; report: Report; offered: boolean }) {
  const stage = arms.find((arm) => arm.name === of.arm)?.stage ?? "";
  return (
    <Card className={css["part"]} title={say("{arm} against {other}", { arm: of.arm, other: of.of })}>
      <p>
        {say("{eligible} of {members} members saw two rebuttals or more; only for them the order can be another.", {
          eligible: number(of.eligible),
          members: number(of.members),
        })}
      </p>
      {of.eligible > 0 && (
        <Rows
          caption={say("What members did in both orders")}
          heads={[
            { title: say("In both orders") },
            { title: say("Members") },
            { title: say("Proportion") },
            { title: say("Over questions") },
          ]}
        >
          {of.sorts.map(({ sort, members, share }) => (
            <tr key={sort}>
              <th scope="row">
                {SORTS[sort].title}
                <br />
                <small className={figures["how"]}>{SORTS[sort].how}</small>
              </th>
              <td>{number(members)}</td>
              <td>
                <Meter unseen label={SORTS[sort].title} value={share.value ?? 0} says={figureWords(share, percent)} />
              </td>
              <td>{figureWords(share, percent)}</td>
            </tr>
          ))}
        </Rows>
      )}
      {of.noise_of === "" ? (
        <Unmeasured
          says={say("How often the same order, asked again, changes it was not measured.")}
          {...{ id, offered, stage }}
        />
      ) : (
        <>
          <p>
            {say("Asked again in the same order ({arm}), recency and no position together come to {figure}.", {
              arm: of.noise_of,
              figure: figureWords(of.noise, percent),
            })}
          </p>
          <p>
            {say("More often than that: {figure}.", { figure: figureWords(of.excess, signedBy(percent)) })}{" "}
            {of.p_least !== null && of.excess.value !== null && (
              <>
                <Chip tone="mid">{SAYS.untold}</Chip> {reasonWords(of, of.excess.n)}
              </>
            )}
            {of.beyond_noise !== null && (
              <Chip tone={of.beyond_noise ? "good" : "plain"}>
                {of.beyond_noise ? say("beyond noise") : say("within noise")}
              </Chip>
            )}
          </p>
        </>
      )}
    </Card>
  );
}
