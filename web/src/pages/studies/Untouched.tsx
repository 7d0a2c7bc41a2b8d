// What of a study is as it was: results that no asking again changes, and those that rest on answers which were replaced.
import { Coded } from "@/controls/Coded";
import { say } from "@/language/say";
import { told } from "@/language/told";
import type { StudyHead } from "./asked";
import css from "./studies.module.css";

export function Untouched({ head: { again, older, left_now: now } }: { head: StudyHead }) {
  return (
    <>
      {now !== "" && <p className={css["rest"]}>{told(now)}</p>}
      {older.map(({ arm, of, sessions }) => (
        <p key={arm} className={css["degraded"]}>
          {say(
            "{sessions, plural, one {# session of {arm} rests} other {# sessions of {arm} rest}} on answers of {of} that were asked again since and are others now. Going on with the study makes them anew.",
            { sessions, arm, of },
          )}
        </p>
      ))}
      {again.cannot.map(({ why, sessions }) => (
        <p key={why} className={css["rest"]}>
          {say("{sessions, plural, one {# session} other {# sessions}} cannot be asked again:", { sessions })}{" "}
          <Coded text={told(why)} />
        </p>
      ))}
    </>
  );
}
