// How did two models fare against each other? Who was placed higher, what each gave the other, how they stood, every meeting.
import { Link } from "wouter";
import { Card } from "@/controls/Card";
import { say } from "@/language/say";
import { day, number } from "@/language/written";
import { Awaited } from "../Awaited";
import { usePair, type HeadToHead } from "./asked";
import { COUNTING, mark, Model, Rows, signed, Sum } from "./parts";
import css from "../figures.module.css";

export function Pair({ a, b }: { a: string; b: string }) {
  return (
    <Awaited asked={usePair(a, b)} waits={COUNTING}>
      {(of) => <Shown of={of} />}
    </Awaited>
  );
}

function Shown({ of }: { of: HeadToHead }) {
  return (
    <div className="stack loose">
      <h2>
        <Model id={of.a} /> {say("against")} <Model id={of.b} />
      </h2>
      <Card title={say("Met in {count, plural, one {# debate} other {# debates}}", { count: of.met })}>
        <dl className={css["sums"]}>
          <Sum title={of.a} says={say("placed higher")}>
            {number(of.wins_a)}
          </Sum>
          <Sum title={say("Level")} says={say("they shared a place")}>
            {number(of.ties)}
          </Sum>
          <Sum title={of.b} says={say("placed higher")}>
            {number(of.wins_b)}
          </Sum>
        </dl>
        {of.mean_diff !== null && (
          <p>
            {of.low === null || of.high === null
              ? say("{a} was marked {diff} against {b} in a debate; too few for an interval.", {
                  a: of.a,
                  b: of.b,
                  diff: signed(of.mean_diff),
                })
              : say("{a} was marked {diff} against {b} in a debate, between {low} and {high}.", {
                  a: of.a,
                  b: of.b,
                  diff: signed(of.mean_diff),
                  low: signed(of.low),
                  high: signed(of.high),
                })}
          </p>
        )}
        {of.provisional && (
          <p className={`${css["how"]} small wrap`}>{say("Provisional: they met fewer than ten times.")}</p>
        )}
        <p className={`${css["how"]} small wrap`}>
          {say(
            "The difference is the mean over debates of one’s mean mark less the other’s; its interval is a bootstrap over debates.",
          )}
        </p>
      </Card>
      <Card title={say("What each gave the other")}>
        <Ways of={of} />
      </Card>
      <Meetings of={of} />
    </div>
  );
}

function Ways({ of }: { of: HeadToHead }) {
  const ways = [
    { from: of.a, to: of.b, gave: of.a_gave_b, stood: of.a_to_b },
    { from: of.b, to: of.a, gave: of.b_gave_a, stood: of.b_to_a },
  ];
  return (
    <Rows
      caption={say("What each gave the other")}
      heads={[
        { title: say("From whom to whom") },
        { title: say("Marks") },
        { title: say("Their mean") },
        { title: say("Usually gives"), how: say("The mean of all marks it gives") },
        { title: say("Agrees") },
        { title: say("Disagrees") },
        { title: say("Neutral") },
      ]}
    >
      {ways.map(({ from, to, gave, stood }) => (
        <tr key={from}>
          <th scope="row">{say("{one} to {other}", { one: from, other: to })}</th>
          <td>{number(gave.marks)}</td>
          <td>{mark(gave.mean)}</td>
          <td>{mark(gave.usual)}</td>
          <td>{number(stood.agree)}</td>
          <td>{number(stood.disagree)}</td>
          <td>{number(stood.neutral)}</td>
        </tr>
      ))}
    </Rows>
  );
}

function Meetings({ of }: { of: HeadToHead }) {
  if (of.sessions.length === 0)
    return (
      <Card>
        <p>{say("They have not met yet.")}</p>
      </Card>
    );
  return (
    <Card title={say("Their latest meetings")}>
      <Rows
        caption={say("Their latest meetings")}
        heads={[{ title: say("Topic") }, { title: say("Day") }, { title: of.a }, { title: of.b }]}
      >
        {of.sessions.map((each) => (
          <tr key={each.session}>
            <th scope="row">
              <Link href={`/s/${each.session}`}>{each.topic}</Link>
            </th>
            <td>{day(each.at)}</td>
            <td>{mark(each.mean_a)}</td>
            <td>{mark(each.mean_b)}</td>
          </tr>
        ))}
      </Rows>
    </Card>
  );
}
