// How is a voter tried out again? What that would take first; then how far it is, how it ended, and what went wrong.
import { Square } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/controls/Button";
import { Bone, Chip, Failed, type Tone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Confirm } from "@/controls/Confirm";
import { costText } from "@/councils/money";
import { number, say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import { begin, stop, useAhead, useTrials, type Ahead, type Trial } from "./trials";
import type { Voter } from "./asked";
import ours from "./upkeep.module.css";

const TRIALS: Record<NonNullable<Voter["trial"]>, { tone: Tone; says: string }> = {
  fit: { tone: "good", says: say("fit") },
  unproven: { tone: "mid", says: say("unproven") },
  unfit: { tone: "bad", says: say("unfit") },
};
/** From so many on nobody counts the runs that are lacking. */
const MANY = 200;

export function Tried({ voter }: { voter: Voter }) {
  const [asking, ask] = useState(false);
  const trial = voter.trial === null ? null : TRIALS[voter.trial];
  const row = useTrials().data?.find((each) => each.voter === voter.fingerprint);
  return (
    <>
      <span className="inline">
        {trial !== null && <Chip tone={trial.tone}>{trial.says}</Chip>}
        {row?.state === "running" ? (
          <>
            <span role="status">{say("{done} of {of} runs", { done: number(row.done), of: number(row.of) })}</span>
            <IconButton
              name={say("Stop trying out {model}", { model: voter.model })}
              kind="quiet"
              onClick={() => void stop(voter.fingerprint)}
            >
              <Square size={14} />
            </IconButton>
          </>
        ) : (
          <Button
            onClick={() => {
              ask(true);
            }}
          >
            {trial === null ? say("Try out") : say("Try out again")}
            <span className="unseen">: {voter.model}</span>
          </Button>
        )}
      </span>
      {row !== undefined && row.state !== "running" && <Came of={row} />}
      {asking && (
        <Asked
          voter={voter}
          onClose={() => {
            ask(false);
          }}
        />
      )}
    </>
  );
}

/** How it ended. */
function Came({ of: { state, verdict, read, more, done, troubles } }: { of: Trial }) {
  return (
    <span role="status" className={`${ours["came"]} fold block`}>
      {read !== null && (
        <small className="muted block light">
          {say("{good} of {of} ballots could be read", { good: number(read.good), of: number(read.of) })}
        </small>
      )}
      {verdict === "unproven" && (
        <small className="muted block light">
          {more >= MANY
            ? say("it takes many more runs to be sure")
            : say("{more, plural, one {one more run} other {# more runs}} without a fault would make it fit", { more })}
        </small>
      )}
      {state === "stopped" && (
        <small className="muted block light">
          {say("stopped after {done, plural, one {one run} other {# runs}}; they are kept", { done })}
        </small>
      )}
      {troubles.map((trouble) => (
        <small key={trouble} className="bad block">
          <Coded text={trouble} />
        </small>
      ))}
    </span>
  );
}

/** What it would take, before anything is asked. */
function Asked({ voter, onClose }: { voter: Voter; onClose: () => void }) {
  const asked = useAhead(voter.fingerprint);
  const row = asked.data;
  return (
    <Confirm
      title={say("Try out {model}?", { model: voter.model })}
      does={say("Try out")}
      danger={false}
      ready={row !== undefined}
      onConfirm={() => begin(voter.fingerprint, row?.most ?? null)}
      onClose={onClose}
    >
      {row !== undefined ? (
        <Told row={row} />
      ) : asked.error !== null ? (
        <Failed problem={problemFrom(asked.error)} again={() => void asked.refetch()} />
      ) : (
        <div role="status" aria-busy="true" aria-label={say("Working out what it would take…")}>
          <Bone height="60px" />
        </div>
      )}
    </Confirm>
  );
}

function Told({ row: { runs, earlier, anew, calls, typical, most } }: { row: Ahead }) {
  return (
    <>
      <p>
        <b>
          {[
            say("{runs, plural, one {one run} other {up to # runs}}", { runs }),
            say("~{calls, plural, one {# call} other {# calls}}", { calls }),
            costText(typical, most),
          ].join(", ")}
        </b>
      </p>
      <p>
        {say(
          "It votes on twelve claims that are always the same, in sessions that no list shows. It ends sooner where it is clear whether its ballots can be read.",
        )}
      </p>
      {earlier > 0 && (
        <p>
          {anew
            ? say(
                "{earlier, plural, one {One earlier run} other {# earlier runs}} made that clear. The new ones are looked at by themselves; the table goes by all of them.",
                { earlier },
              )
            : say("{earlier, plural, one {One earlier run counts} other {# earlier runs count}}, too.", { earlier })}
        </p>
      )}
    </>
  );
}
