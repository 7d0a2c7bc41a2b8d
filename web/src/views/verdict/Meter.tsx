// How sure is it? A bar where the protocol computes a number, three steps where its rules give a word; else nothing.
import { percent, percents } from "@/findings/figures";
import { say, Say } from "@/language/say";
import type { Outcome } from "./brought";
import { CERTAIN } from "./outcome";
import css from "./verdict.module.css";

const STEPS = ["low", "moderate", "high"] as const;

export function Meter({ outcome }: { outcome: Outcome }) {
  const { confidence, certainty, needed } = outcome;
  if (confidence !== null) {
    const [is, asked] = needed === null ? [percent(confidence), ""] : percents(confidence, needed);
    const says =
      asked === ""
        ? say("{share} confidence", { share: is })
        : say("{share} confidence, {asked} was asked for", { share: is, asked });
    return (
      <div className={css["meter"]}>
        <div className={css["bar"]} role="img" aria-label={says}>
          <span style={{ width: `${String(confidence * 100)}%` }} />
          {needed !== null && <i style={{ left: `${String(needed * 100)}%` }} />}
        </div>
        <p>
          <Say text="<b>{share}</b> confidence" values={{ share: is }} tags={{ b: (words) => <b>{words}</b> }} />
          {asked !== "" && <span className={css["quiet"]}>{` · ${say("{asked} was asked for", { asked })}`}</span>}
        </p>
      </div>
    );
  }
  if (certainty === "") return null;
  const reached = STEPS.indexOf(certainty);
  return (
    <div className={css["meter"]}>
      <div className={css["steps"]} role="img" aria-label={CERTAIN[certainty]}>
        {STEPS.map((step, at) => (
          <span key={step} data-on={at <= reached} />
        ))}
      </div>
      <p>
        <b>{CERTAIN[certainty]}</b>
      </p>
    </div>
  );
}
