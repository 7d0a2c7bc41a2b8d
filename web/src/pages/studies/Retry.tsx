// What would it take to ask again what failed in a study? Told before it is asked; what was settled is not asked again.
import { useState } from "react";
import { Bone, Failed } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Confirm } from "@/controls/Confirm";
import { costText } from "@/councils/money";
import { say } from "@/language/say";
import { told } from "@/language/told";
import { listed, number } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { useRetryPrice, type RetryEstimate, type StudyRow } from "./asked";
import figures from "../figures.module.css";

interface Given {
  row: StudyRow;
  /** With what is missing from degraded results, too, or without. */
  onConfirm: (degraded: boolean) => Promise<void>;
  onClose: () => void;
}

export function Retry({ row, onConfirm, onClose }: Given) {
  const onlyDegraded = row.failed === 0;
  const [degraded, include] = useState(onlyDegraded);
  const asked = useRetryPrice(row.id, degraded);
  const price = asked.data;
  return (
    <Confirm
      title={onlyDegraded ? say("Ask again what is degraded?") : say("Ask again what failed?")}
      does={say("Ask again")}
      danger={false}
      ready={price !== undefined}
      onConfirm={() => onConfirm(degraded)}
      onClose={onClose}
    >
      {!onlyDegraded && row.degraded > 0 && (
        <p>
          <label>
            <input
              type="checkbox"
              checked={degraded}
              onChange={({ target }) => {
                include(target.checked);
              }}
            />{" "}
            {say("Also what is missing from {count, plural, one {# degraded result} other {# degraded results}}", {
              count: row.degraded,
            })}
          </label>
        </p>
      )}
      {price !== undefined ? (
        <Price row={price} />
      ) : asked.error !== null ? (
        <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={say("Working out what it costs …")}>
          <Bone height="80px" />
        </div>
      )}
    </Confirm>
  );
}

function Price({ row: { sessions, looked, calls, typical, most, unknown, basis, untold } }: { row: RetryEstimate }) {
  if (untold !== "")
    return (
      <p role="status">
        <Coded text={say("What it costs cannot be told: {why}", { why: told(untold) })} />
      </p>
    );
  return (
    <div role="status">
      <p>
        <b>
          {[
            say("{sessions, plural, one {# session} other {# sessions}}", { sessions }),
            say("at most {calls, plural, one {# call} other {# calls}}", { calls }),
            costText(typical, most),
          ].join(" · ")}
        </b>
      </p>
      <p>
        {say(
          "What was answered is kept. A later call is made again only where it would be asked differently now, so it may be fewer calls.",
        )}
      </p>
      {basis !== "" && typical !== null && (
        <p className={figures["how"]}>
          <Coded
            text={say("The typical price is an estimate, {basis}; the other one is the bound.", { basis: told(basis) })}
          />
        </p>
      )}
      {unknown.length > 0 && (
        <p className={figures["how"]}>{say("Nobody knows a price for {models}.", { models: listed(unknown) })}</p>
      )}
      {looked < sessions && (
        <p className={figures["how"]}>
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
