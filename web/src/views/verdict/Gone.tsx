// What makes this less than a full result: who is missing, where and why, and what was cut short. One folded line.
import { Coded } from "@/controls/Coded";
import { Face } from "@/faces/Face";
import { useLooks, useMoment } from "@/hooks/session";
import { Say, say, within } from "@/language/say";
import { stageTitle } from "@/playback/keys";
import { lookOf } from "@/playback/looks";
import { toldOf } from "@/transcript/named";
import { namesOf } from "@/transcript/wording";
import { marksOf, missingOf, oftenOf } from "./outcome";
import css from "./verdict.module.css";

const WAYS: Record<string, string> = {
  late: say("came too late"),
  spoiled: say("handed in a ballot that could not be read"),
  abstained: say("declined to judge"),
  refused: say("refused to answer"),
  empty: say("answered with nothing"),
};

export function Gone() {
  const looks = useLooks();
  const missing = useMoment(({ state }) => missingOf(state));
  const marks = useMoment(({ state }) => marksOf(state));
  if (missing.length + marks.length === 0) return null;
  const told = oftenOf(missing);
  const lines = (
    <ul className={`${css["gone"]} stack mid`} aria-label={say("What is missing")}>
      {told.map(([each, often], at) => {
        const look = lookOf(looks, each.seat);
        return (
          <li key={String(at)}>
            <Face look={look} size={20} mood="failed" />
            <span>
              <Say
                text={
                  each.cause === ""
                    ? "<b>{name}</b> {happened}{times, plural, =1 {} other { # times}} in {stage}."
                    : "<b>{name}</b> {happened}{times, plural, =1 {} other { # times}} in {stage}: {cause}"
                }
                values={{
                  name: look.name,
                  happened: WAYS[each.failed] ?? say("is missing"),
                  times: often,
                  stage: within(stageTitle(each.stage)),
                  cause: toldOf(each.cause, looks),
                }}
                tags={{ b: (words) => <b>{words}</b> }}
              />
            </span>
          </li>
        );
      })}
      {marks.map((words) => (
        <li key={words}>
          <span aria-hidden="true">!</span>
          <span>
            <Coded text={toldOf(words, looks)} />
          </span>
        </li>
      ))}
    </ul>
  );
  const count = told.length + marks.length;
  if (count === 1) return lines;
  const seats = [...new Set(missing.map(({ seat }) => seat))];
  return (
    <details className={css["folded"]}>
      <summary>
        {seats.length === 0
          ? say("{count, plural, one {One thing is} other {# things are}} missing or cut short", { count })
          : say("Missing: {names}", { names: namesOf(looks, seats) })}
      </summary>
      {lines}
    </details>
  );
}
