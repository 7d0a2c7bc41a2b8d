// Who is this model among the others? Nemesis and best friend, its best rebuttal in its own words, and how reliable it is.
import { Link } from "wouter";
import { Card } from "@/controls/Card";
import { Markdown } from "@/markdown/Markdown";
import { say } from "@/language/say";
import { decimal, number, percent } from "@/language/written";
import { momentAddress, type Leaderboard, type ModelReport } from "./asked";
import { Model, signed } from "./parts";
import css from "../figures.module.css";

type Profile = ModelReport["profile"];

export function Portrait({ profile }: { profile: Profile }) {
  const { nemesis, friend, best, reliability: sure, reminders } = profile;
  return (
    <>
      {(nemesis !== null || friend !== null) && (
        <Card title={say("Rivals and friends")}>
          <ul className={css["notes"]}>
            {nemesis !== null && (
              <li>
                {say("Nemesis:")} <Model id={nemesis.model} />.{" "}
                {say(
                  "Placed higher {times, plural, one {once} other {# times}}, lower {other, plural, one {once} other {# times}}, in {met} meetings.",
                  {
                    times: nemesis.times,
                    other: nemesis.other,
                    met: number(nemesis.met),
                  },
                )}
              </li>
            )}
            {friend !== null && (
              <li>
                {say("Best friend:")} <Model id={friend.model} />.{" "}
                {say(
                  "Each agreed with the other {times, plural, one {once} other {# times}}, each disagreed {other, plural, one {once} other {# times}}, in {met} meetings.",
                  {
                    times: friend.times,
                    other: friend.other,
                    met: number(friend.met),
                  },
                )}
              </li>
            )}
          </ul>
          <p className={css["how"]}>{say("Told of models it met in three debates or more.")}</p>
        </Card>
      )}
      {best !== null && (
        <Card title={say("Its best rebuttal")}>
          <blockquote className={css["quoted"]}>
            <Markdown text={best.text} under={3} />
          </blockquote>
          <p>
            <Link href={momentAddress(best.session, best.t)}>▶ {best.topic}</Link>{" "}
            <span className={css["how"]}>{say("its mean moved {rise}", { rise: signed(best.rise) })}</span>
          </p>
        </Card>
      )}
      {(sure.share !== null || sure.calls > 0) && (
        <Card title={say("How reliable it is")}>
          <ul className={css["notes"]}>
            {sure.share !== null && (
              <li>
                {say("{share} of {asked} ballots could be read, between {low} and {high}; {repaired} took a repair.", {
                  share: percent(sure.share),
                  asked: number(sure.asked),
                  low: percent(sure.low ?? 0),
                  high: percent(sure.high ?? 1),
                  repaired: number(sure.repaired),
                })}
              </li>
            )}
            {sure.calls > 0 && (
              <li>
                {say(
                  "In its latest {latest, plural, one {# debate} other {# debates}}: {calls} calls answered, {failed} came to nothing.",
                  {
                    latest: sure.latest,
                    calls: number(sure.calls),
                    failed: number(sure.failed),
                  },
                )}{" "}
                {sure.seconds !== null &&
                  say("A call took {seconds} s in the middle.", { seconds: decimal(sure.seconds, 1) })}{" "}
                {sure.tokens_per_second !== null &&
                  say("It wrote {pace} tokens a second.", { pace: number(Math.round(sure.tokens_per_second)) })}
              </li>
            )}
          </ul>
        </Card>
      )}
      <Reminded of={reminders} />
    </>
  );
}

/** Whether a reminder of the record changes marks, as far as there are controls. */
export function Reminded({ of }: { of: Leaderboard["reminders"] }) {
  if (of.diff === null)
    return (
      <p className={css["how"]}>
        {say(
          "Whether a reminder of earlier debates changes marks is not known yet: fork a debate with its personalities off, and both are held against each other here.",
        )}
      </p>
    );
  const told = { count: of.pairs, sessions: of.sessions, diff: signed(of.diff) };
  return (
    <p className={css["how"]}>
      {of.low === null || of.high === null
        ? say(
            "With a reminder of earlier debates the mean mark moved {diff} against the same debate without: {count, plural, one {# member} other {# members}} of one debate with a control, too few for an interval.",
            told,
          )
        : say(
            "With a reminder of earlier debates the mean mark moved {diff} against the same debates without, between {low} and {high}: {count} members of {sessions} debates with a control.",
            {
              ...told,
              low: signed(of.low),
              high: signed(of.high),
            },
          )}
    </p>
  );
}
