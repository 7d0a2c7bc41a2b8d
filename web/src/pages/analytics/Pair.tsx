// How did two models fare against each other? Who was placed higher, what each gave the other, how they stood, every meeting.
import { Link } from "wouter";
import { Card, Failed } from "@/controls/Card";
import { say } from "@/language/say";
import { day, number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { usePair, type HeadToHead } from "./asked";
import { Counting, Interval, mark, Model, Rows, signed } from "./parts";
import css from "../figures.module.css";

export function Pair({ a, b }: { a: string; b: string }) {
  const asked = usePair(a, b);
  if (asked.error !== null) return <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />;
  return asked.data === undefined ? <Counting /> : <Shown of={asked.data} />;
}

const [WIDE, HIGH] = [640, 26];

function Shown({ of }: { of: HeadToHead }) {
  const parts = [
    { title: of.a, count: of.wins_a, look: css["first"] },
    { title: say("Level"), count: of.ties, look: "" },
    { title: of.b, count: of.wins_b, look: css["second"] },
  ];
  const all = of.wins_a + of.ties + of.wins_b;
  return (
    <div className={css["shown"]}>
      <h2>
        <Model id={of.a} /> {say("against")} <Model id={of.b} />
      </h2>
      <Card title={say("Met in {count, plural, one {# debate} other {# debates}}", { count: of.met })}>
        <figure className={css["figure"]}>
          <svg
            viewBox={`0 0 ${String(WIDE)} ${String(HIGH)}`}
            role="img"
            aria-label={say("Placed higher: {a} {wins_a, number}, {b} {wins_b, number}; level {ties, number}", {
              a: of.a,
              b: of.b,
              wins_a: of.wins_a,
              wins_b: of.wins_b,
              ties: of.ties,
            })}
          >
            <rect width={WIDE} height={HIGH} fill="var(--line)" />
            {parts.map(({ title, count, look }, at) => {
              const before = parts.slice(0, at).reduce((sum, part) => sum + part.count, 0);
              return (
                look !== "" &&
                count > 0 && (
                  <rect
                    key={title}
                    className={look}
                    x={(before / all) * WIDE}
                    width={(count / all) * WIDE}
                    height={HIGH}
                  />
                )
              );
            })}
          </svg>
          <figcaption>
            <ul className={css["legend"]}>
              {parts.map(({ title, count, look }) => (
                <li key={title}>
                  {look !== "" && <span className={`${css["swatch"] ?? ""} ${look ?? ""}`} aria-hidden="true" />}{" "}
                  {title}: {number(count)}
                </li>
              ))}
            </ul>
          </figcaption>
        </figure>
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
                })}{" "}
            <Interval at={of.mean_diff} low={of.low} high={of.high} from={-9} to={9} />
          </p>
        )}
        {of.provisional && <p className={css["how"]}>{say("Provisional: they met fewer than ten times.")}</p>}
        <p className={css["how"]}>
          {say(
            "Level: they shared a place. The difference is the mean over debates of one’s mean mark less the other’s; its interval is a bootstrap over debates.",
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
