// Why is there no answer, and what can be done? The kind of error, the attempt, the cause; what goes on without it.
import { RotateCcw } from "lucide-react";
import { Button } from "@/controls/Button";
import { Chip, Refusal } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { callOf } from "@/playback/keys";
import type { Logged } from "@/playback/log";
import { useRetry } from "@/transcript/retrying";
import { ERRORS, FAILURES } from "@/transcript/sentences";
import { isForeign } from "@/wire/event";
import type { EventOf, MoveView } from "@/wire/types";
import { askAgain, useAsking } from "@/hooks/asking";
import { say } from "@/language/say";
import { isOver } from "../tabs";
import css from "../council.module.css";

/** The last failure of a move among the events so far. */
export function failureOf(
  events: readonly Logged[],
  until: number,
  move: string,
): EventOf<"SeatFailed">["body"] | null {
  for (let at = until - 1; at >= 0; at--) {
    const event = events[at];
    if (event === undefined || isForeign(event)) continue;
    if (event.kind === "SeatFailed" && callOf(event.key) === move) return event.body;
  }
  return null;
}

export function Broken({ move }: { move: MoveView }) {
  const player = usePlayer();
  const retry = useRetry(move);
  const final = move.state !== "asked";
  const failure = failureOf(player.log.events, player.moment().count, move.key);
  const kind = failure === null ? "" : (ERRORS[failure.error] ?? failure.error.replaceAll("_", " "));
  return (
    <div className={`${css["broken"]} stack items-start rounded-s`} data-final={final}>
      <p>
        <b>{failure === null ? say("failed") : FAILURES[failure.failed]}</b>
        {kind !== "" && <Chip tone={final ? "bad" : "mid"}>{kind}</Chip>}
        {failure !== null && (
          <span className="muted small light">
            {final
              ? say("after {tries, plural, =1 {one try} other {# tries}}", { tries: failure.attempt })
              : say("at try {number, number}", { number: failure.attempt })}
          </span>
        )}
      </p>
      {move.cause !== "" && (
        <p className="measure wrap">
          <Coded text={move.cause} />
        </p>
      )}
      {retry !== "" && <p className="muted small light">{retry}</p>}
      {final && <Without />}
    </div>
  );
}

/** What becomes of the session without it, and how to ask once more. */
function Without() {
  const over = useMoment(({ state }) => isOver(state));
  const verdict = useMoment(({ state }) => state.verdict !== null);
  return (
    <>
      <p className="muted small light">
        {!over
          ? say("The others go on without it while enough of them answer.")
          : verdict
            ? say("The council went on without it; the verdict says so.")
            : say("What the others said is kept.")}
      </p>
      {over && <Again />}
    </>
  );
}

function Again() {
  const { id } = useSteering();
  const { busy, problem, ask } = useAsking();
  if (id === null) return null;
  return (
    <>
      <div>
        <Button
          disabled={busy}
          onClick={() => {
            ask(() => askAgain(id));
          }}
        >
          <RotateCcw size={15} aria-hidden="true" /> {busy ? say("Asking again …") : say("Ask again")}
        </Button>
      </div>
      <p className="muted small light">
        {say("A new session keeps the answers and asks only the members that failed.")}
      </p>
      <Refusal problem={problem} />
    </>
  );
}
