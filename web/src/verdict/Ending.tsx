// It ended without a verdict: what can be done about it? Taken up again, with more money or more time where that ran out.
import type { SyntheticEvent } from "react";
import { Button } from "@/controls/Button";
import { askAgain, resume, useAsking, wantsOf } from "@/hooks/asking";
import { useMoment, usePlayer, useResumable } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import css from "./verdict.module.css";

export function Ending() {
  const { id } = useSteering();
  const player = usePlayer();
  const { busy, problem, ask } = useAsking();
  const [wants, reason, remedy, spent] = useMoment(({ state }) => [
    wantsOf(state),
    state.reason,
    state.remedy,
    state.cost,
  ]);
  const resumable = useResumable();
  const goOn = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = Number(new FormData(event.currentTarget).get("value") ?? "");
    const body = {
      budget: wants === "budget" ? value : null,
      deadline: wants === "deadline" ? value * 60 : null,
      accepts_drift: wants === "drift",
    };
    if (id !== null) ask(() => resume(id, player, body));
  };
  const again = (): void => {
    if (id !== null) ask(() => askAgain(id));
  };
  if (!resumable) return null;
  return (
    <div className={css["ending"]}>
      {remedy !== "" && <p>{remedy}</p>}
      {id !== null && (
        <form onSubmit={goOn}>
          {wants === "budget" && (
            <label>
              New cap, in dollars
              <input name="value" type="number" min="0.01" step="0.01" required defaultValue={cap(spent)} />
            </label>
          )}
          {wants === "deadline" && (
            <label>
              New deadline, in minutes of running time
              <input name="value" type="number" min="1" step="1" required defaultValue="60" />
            </label>
          )}
          <Button kind="primary" type="submit" disabled={busy}>
            {busy ? "Taking it up …" : wants === "drift" ? "Resume, keeping what is recorded" : "Resume"}
          </Button>
          {reason === "quorum" && (
            <Button disabled={busy} onClick={again}>
              Ask those who failed again
            </Button>
          )}
          <p className={css["quiet"]}>What was said is kept, and nothing that is settled is asked or paid again.</p>
        </form>
      )}
      {problem !== null && (
        <p role="alert" className={css["problem"]}>
          {problem.message} {problem.remedy}
        </p>
      )}
    </div>
  );
}

/** A first offer above what was spent (nano-dollars), to the next cent. */
const cap = (spent: number): string => (Math.ceil(spent / 1e7) / 100 + 0.5).toFixed(2);
