// How sure is it? A bar where the protocol computes a number, three steps where its rules give a word; else nothing.
import { CERTAIN, percent, type Outcome } from "./outcome";
import css from "./verdict.module.css";

const STEPS = ["low", "moderate", "high"] as const;

export function Meter({ outcome }: { outcome: Outcome }) {
  const { confidence, certainty, needed, tone } = outcome;
  if (confidence !== null) {
    const says = `${percent(confidence)} confidence${needed === null ? "" : `, ${percent(needed)} was asked for`}`;
    return (
      <div className={css["meter"]}>
        <div className={css["bar"]} role="img" aria-label={says} data-tone={tone}>
          <span style={{ width: percent(confidence).replace(" ", "") }} />
          {needed !== null && <i style={{ left: percent(needed).replace(" ", "") }} />}
        </div>
        <p>
          <b>{percent(confidence)}</b> confidence
          {needed !== null && <span className={css["quiet"]}> · {percent(needed)} was asked for</span>}
        </p>
      </div>
    );
  }
  if (certainty === "") return null;
  const reached = STEPS.indexOf(certainty);
  return (
    <div className={css["meter"]}>
      <div className={css["steps"]} role="img" aria-label={CERTAIN[certainty]} data-tone={tone}>
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
