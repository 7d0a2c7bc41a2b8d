// It ended without a verdict: what can be done about it? Taken up again, with more money or more time where that ran out.
import { useState, type SyntheticEvent } from "react";
import { Button } from "@/controls/Button";
import { askAgain, resume, useAsking, wantsOf } from "@/hooks/asking";
import { useMoment, usePlayer, useResumable } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import type { SessionState } from "@/wire/types";
import css from "./verdict.module.css";

export function Ending() {
  const { id } = useSteering();
  const player = usePlayer();
  const { busy, problem, ask } = useAsking();
  const [typed, setTyped] = useState<string | null>(null);
  const [wants, reason, remedy, offer, whose] = useMoment(({ state }) => [
    wantsOf(state),
    state.reason,
    state.remedy,
    offered(state),
    state.shortfall?.whose ?? "",
  ]);
  const amount = typed ?? offer;
  const resumable = useResumable();
  const goOn = (event: SyntheticEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const value = Number(new FormData(event.currentTarget).get("value") ?? "");
    const body = {
      budget: wants === "budget" ? Number(amount) : null,
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
      {wants === "setting" && id !== null && (
        <p>
          In a terminal: <code>{`moot settings set ${whose}_budget ${offer}`}</code>; then start the server again.
        </p>
      )}
      {id !== null && whose !== "call" && (
        <form onSubmit={goOn}>
          {wants === "budget" && (
            <label>
              New cap, in dollars
              <input
                name="value"
                type="number"
                min="0"
                step="any"
                required
                value={amount}
                onChange={(event) => {
                  setTyped(event.target.value);
                }}
              />
            </label>
          )}
          {wants === "deadline" && (
            <label>
              New deadline, in minutes of running time
              <input name="value" type="number" min="1" step="1" required defaultValue="60" />
            </label>
          )}
          <Button kind="primary" type="submit" disabled={busy}>
            {busy ? "Taking it up …" : goingOn(wants, amount)}
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

/** What the button says. */
function goingOn(wants: ReturnType<typeof wantsOf>, amount: string): string {
  if (wants === "budget" && amount !== "") return `Go on with $${amount}`;
  return wants === "drift" ? "Resume, keeping what is recorded" : "Resume";
}

/** The cap that suffices, as the session said it (nano-dollars), rounded up; older ones say what they had spent. */
function offered({ shortfall, cost, presumed }: SessionState): string {
  if (shortfall === null) return (Math.ceil((cost + presumed) / 1e7) / 100 + 0.5).toFixed(2);
  const [step, digits] = shortfall.enough >= 1e8 ? [1e7, 2] : [1e5, 4];
  return ((Math.ceil(shortfall.enough / step) * step) / 1e9).toFixed(digits);
}
