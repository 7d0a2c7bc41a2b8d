// It ended without a verdict: what can be done about it? Taken up again, with more money or more time where that ran out.
import { useState, type SyntheticEvent } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { useMoment, useResumable } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { client, given, problemFrom } from "@/wire/client";
import type { Problem } from "@/wire/types";
import css from "./verdict.module.css";

export function Ending() {
  const { id } = useSteering();
  const [, go] = useLocation();
  const [status, reason, remedy, spent] = useMoment(({ state }) => [
    state.status,
    state.reason,
    state.remedy,
    state.cost,
  ]);
  const resumable = useResumable();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const asks =
    status === "out_of_budget" ? "budget" : reason === "deadline" ? "deadline" : reason === "diverged" ? "drift" : "";

  const resume = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (id === null) return;
    const value = Number(new FormData(event.currentTarget).get("value") ?? "");
    setBusy(true);
    setProblem(null);
    try {
      const body = {
        budget: asks === "budget" ? value : null,
        deadline: asks === "deadline" ? value * 60 : null,
        accepts_drift: asks === "drift",
      };
      await client.POST("/api/sessions/{session}/resume", { params: { path: { session: id } }, body });
      location.reload();
    } catch (error) {
      setProblem(problemFrom(error));
      setBusy(false);
    }
  };

  const again = async (): Promise<void> => {
    if (id === null) return;
    setBusy(true);
    setProblem(null);
    try {
      const forked = await client.POST("/api/sessions/{session}/fork", {
        params: { path: { session: id } },
        body: { retry_failed: true, offices: {}, options: {}, wording: {} },
      });
      go(`/s/${given(forked).session}`);
    } catch (error) {
      setProblem(problemFrom(error));
      setBusy(false);
    }
  };

  if (!resumable) return null;
  return (
    <div className={css["ending"]}>
      {remedy !== "" && <p>{remedy}</p>}
      {id !== null && (
        <form onSubmit={(event) => void resume(event)}>
          {asks === "budget" && (
            <label>
              New cap, in dollars
              <input name="value" type="number" min="0.01" step="0.01" required defaultValue={cap(spent)} />
            </label>
          )}
          {asks === "deadline" && (
            <label>
              New deadline, in minutes of running time
              <input name="value" type="number" min="1" step="1" required defaultValue="60" />
            </label>
          )}
          <Button kind="primary" type="submit" disabled={busy}>
            {busy ? "Taking it up …" : asks === "drift" ? "Resume, keeping what is recorded" : "Resume"}
          </Button>
          {reason === "quorum" && (
            <Button disabled={busy} onClick={() => void again()}>
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
