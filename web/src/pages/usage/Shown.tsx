// How do the figures of some days stand on the page? Sums first, then days, then tables, then what no table counts.
import { Link } from "wouter";
import { Card } from "@/controls/Card";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import type { Schemas } from "@/wire/types";
import { Sum } from "../analytics/parts";
import { UsageTable } from "./UsageTable";
import { compact, councilOf, doorOf, dollars, number, wholeDay } from "./words";
import css from "../figures.module.css";

type Report = Schemas["UsageReport"];

export function Shown({ report, busy }: { report: Report; busy: boolean }) {
  const { total, demo, step } = report;
  return (
    <div className="stack loose" aria-busy={busy}>
      {total.calls === 0 ? (
        <Card>
          <p>
            {say("No calls to models from {first} to {last}. The first question here was asked on {since}.", {
              first: wholeDay(report.first),
              last: wholeDay(report.last),
              since: wholeDay(report.since),
            })}
          </p>
        </Card>
      ) : (
        <>
          <Sums report={report} />
          <Card title={step > 1 ? say("By week") : say("By day")}>
            <UsageTable
              caption={step > 1 ? say("Usage by week") : say("Usage by day")}
              head={step > 1 ? say("Week from") : say("Day")}
              rows={report.days.filter((row) => row.calls > 0).reverse()}
              name={wholeDay}
            />
            <p className={`${css["how"]} small wrap`}>
              {say("Days are UTC, from midnight to midnight, the latest first.")}
            </p>
          </Card>
          {tablesOf(report).map(({ title, ...table }) => (
            <Card key={title} title={title}>
              <UsageTable {...table} />
            </Card>
          ))}
          {report.dearest.length > 0 && <Dearest of={report.dearest} />}
        </>
      )}
      <ul className="muted small indent">
        {demo.calls > 0 && (
          <li>
            {say(
              "Demo: {count, plural, one {# call} other {# calls}} of scripted voices, which cost nothing and are counted nowhere else.",
              { count: demo.calls },
            )}
          </li>
        )}
        {report.deleted + report.deleted_at_most > 0 && (
          <li>
            {report.deleted_at_most === 0
              ? say("Sessions that were deleted since cost {amount} on these days; no table counts it.", {
                  amount: dollars(report.deleted),
                })
              : say(
                  "Sessions that were deleted since cost {amount} on these days, and at most {more} more; no table counts it.",
                  { amount: dollars(report.deleted), more: dollars(report.deleted_at_most) },
                )}
          </li>
        )}
        {total.counted > 0 && (
          <li>
            {say(
              "The tokens of {count, plural, one {# call} other {# calls}} were counted from characters, because no service told them.",
              { count: total.counted },
            )}
          </li>
        )}
      </ul>
    </div>
  );
}

const tablesOf = ({ models, councils, protocols, doors }: Report) => [
  { title: say("By model"), caption: say("Usage by model"), head: say("Model"), rows: models },
  { title: say("By council"), caption: say("Usage by council"), head: say("Council"), rows: councils, name: councilOf },
  {
    title: say("By protocol"),
    caption: say("Usage by protocol"),
    head: say("Protocol"),
    rows: protocols,
    name: titleOf,
  },
  {
    title: say("By how it was asked"),
    caption: say("Usage by how it was asked"),
    head: say("Asked through"),
    rows: doors,
    name: doorOf,
  },
];

const calls = (count: number): string => say("{count, plural, one {# call} other {# calls}}", { count });

function Sums({ report: { total } }: { report: Report }) {
  const tokens = compact(total.read + total.written);
  return (
    <dl className={css["sums"]}>
      <Sum title={say("Charged")} says={say("what services said they charged")}>
        {dollars(total.charged)}
      </Sum>
      <Sum title={say("By price list")} says={say("an estimate: tokens, by listed prices")}>
        {dollars(total.listed)}
      </Sum>
      {total.at_most > 0 && (
        <Sum title={say("May still be billed")} says={say("at most, for calls that failed or told no price")}>
          {dollars(total.at_most)}
        </Sum>
      )}
      {total.unknown > 0 && (
        <Sum title={say("Price unknown")} says={say("no amount here counts them")}>
          {calls(total.unknown)}
        </Sum>
      )}
      <Sum title={say("Sessions")} says={calls(total.calls)}>
        {number(total.sessions ?? 0)}
      </Sum>
      <Sum
        title={say("Tokens")}
        says={say("{read, number} read, {written, number} written", { read: total.read, written: total.written })}
      >
        {total.counted > 0 ? say("about {count}", { count: tokens }) : tokens}
      </Sum>
    </dl>
  );
}

function Dearest({ of }: { of: Report["dearest"] }) {
  return (
    <Card title={say("The sessions that cost most")}>
      <ol className={"stack tight"}>
        {of.map((each) => (
          <li key={each.session} className="line spread">
            <Link href={`/s/${each.session}`} className="cut">
              {each.title}
            </Link>
            <span>
              {each.at_most > 0
                ? say("{amount}, at most {more} may still be billed", {
                    amount: dollars(each.spent),
                    more: dollars(each.at_most),
                  })
                : dollars(each.spent)}
            </span>
          </li>
        ))}
      </ol>
    </Card>
  );
}
