// What would it take to ask again what failed in a study? Told before it is asked; what was settled is not asked again.
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
  onConfirm: () => Promise<void>;
  onClose: () => void;
}

export function Retry({ row, onConfirm, onClose }: Given) {
  const asked = useRetryPrice(row);
  const price = asked.data;
  return (
    <Confirm
      title={say("Ask again what failed?")}
      does={say("Ask again")}
      danger={false}
      ready={price !== undefined}
      onConfirm={onConfirm}
      onClose={onClose}
    >
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

function Price({ row: { sessions, looked, calls, typical, most, unknown, basis } }: { row: RetryEstimate }) {
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
          {say("{looked} of {sessions} sessions were looked at; each of the others counts as the dearest of them.", {
            looked: number(looked),
            sessions: number(sessions),
          })}
        </p>
      )}
    </div>
  );
}
