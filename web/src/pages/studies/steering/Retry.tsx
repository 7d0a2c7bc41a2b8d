// What would it take to ask again what failed in a study? Told before it is asked; what was settled is not asked again.
import { useState } from "react";
import { Bone, Failed } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Confirm } from "@/controls/Confirm";
import { costText, money, typedAs } from "@/councils/money";
import { PriceBasis } from "@/councils/PriceBasis";
import { say } from "@/language/say";
import { number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useRetryPrice, type RetryEstimate, type StudyHead, type StudyRow } from "../asked";
import { budgetOf, goneOf } from "./ArmPrice";
import { BudgetField } from "./GoOn";
import figures from "../../figures.module.css";
import css from "../studies.module.css";

interface Given {
  study: StudyRow;
  askable: StudyHead["again"];
  /** With what is missing from degraded results, too, or without; under another budget of the whole, or the one in force. */
  onConfirm: (degraded: boolean, budget: number | null) => Promise<void>;
  onClose: () => void;
}

/** Dollars below which no call of a model with a price fits. */
const LEAST = 0.0001;

export function Retry({ study, askable, onConfirm, onClose }: Given) {
  const onlyDegraded = askable.failed === 0;
  const [degraded, include] = useState(onlyDegraded);
  const asked = useRetryPrice(study.id, degraded);
  const price = asked.data;
  const { budget } = study;
  const [amount, type] = useState(study.budget === null ? "" : typedAs(study.budget));
  const { wrong, budget: other } = budgetOf(study, amount);
  const limit = other ?? budget;
  const left = wrong || limit === null ? null : Math.max(0, limit - study.spent - study.pending);
  const nothing = left !== null && left < LEAST && price?.most !== 0;
  return (
    <Confirm
      title={onlyDegraded ? say("Ask again what is degraded?") : say("Ask again what failed?")}
      does={say("Ask again")}
      danger={false}
      ready={price !== undefined && price.sessions > 0 && !wrong && !nothing}
      onConfirm={() => onConfirm(degraded, other)}
      onClose={onClose}
    >
      {!onlyDegraded && askable.degraded > 0 && (
        <p>
          <label className={css["tick"]}>
            <input
              type="checkbox"
              checked={degraded}
              onChange={({ target }) => {
                include(target.checked);
              }}
            />{" "}
            {say("Also what is missing from {count, plural, one {# degraded result} other {# degraded results}}", {
              count: askable.degraded,
            })}
          </label>
        </p>
      )}
      {price !== undefined ? (
        <Price row={price} left={left} />
      ) : asked.error !== null ? (
        <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={say("Working out what it costs …")}>
          <Bone height="80px" />
        </div>
      )}
      <BudgetField amount={amount} wrong={wrong} help={goneOf(study)} onText={type} />
    </Confirm>
  );
}

/** Sessions that cannot be asked again, and why: without a word they would be missing from the price alone. */
function Refused({ row: { refused, sessions } }: { row: RetryEstimate }) {
  if (refused.length === 0) return null;
  return (
    <div role="status">
      <p>
        {sessions === 0 ? say("Nothing of it can be asked again:") : say("Of the others nothing can be asked again:")}
      </p>
      <ul>
        {refused.map(({ why, sessions: many }) => (
          <li key={why}>
            {say("{sessions, plural, one {# session} other {# sessions}}", { sessions: many })}: <Coded text={why} />
          </li>
        ))}
      </ul>
    </div>
  );
}

/** What it would cost; `left` is what the budget leaves for it, which may be less than its worst. */
function Price({ row, left }: { row: RetryEstimate; left: number | null }) {
  const { sessions, looked, calls, typical, most } = row;
  if (sessions === 0) return <Refused row={row} />;
  const kept = most !== null && left !== null && left < most;
  return (
    <div role="status">
      <p>
        <b>
          {[
            say("{sessions, plural, one {# session} other {# sessions}}", { sessions }),
            say("at most {calls, plural, one {# call} other {# calls}}", { calls }),
            kept ? say("at most {most}", { most: money(left) }) : costText(typical, most),
          ].join(", ")}
        </b>
      </p>
      {kept && (
        <p>
          {say(
            "The budget leaves no more than {left}; without it the same would cost up to {most}. What does not fit is left, and a larger budget goes on with it.",
            { left: money(left), most: money(most) },
          )}
        </p>
      )}
      <p>
        {say(
          "What was answered is kept. A later call is made again only where it would be asked differently now, so it may be fewer calls.",
        )}
      </p>
      <PriceBasis row={kept ? { ...row, basis: "" } : row} className={`${figures["how"]} small wrap`} />
      <Refused row={row} />
      {looked < sessions && (
        <p className={`${figures["how"]} small wrap`}>
          {say(
            "{looked} of {sessions} sessions were looked at; the others are taken for the dearest of them, and may cost more.",
            {
              looked: number(looked),
              sessions: number(sessions),
            },
          )}
        </p>
      )}
    </div>
  );
}
