// It ended without a verdict: what can be done about it? Taken up again, with more money or more time where that ran
// out, or with those that answered where too few did. What would change nothing is not offered.
import { useState, type SyntheticEvent } from "react";
import { Button } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { askAgain, resume, useAsking, wantsOf } from "@/hooks/asking";
import { useMoment, usePlayer, useResumable } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { Everyone } from "@/findings/parts";
import { say, Say } from "@/language/say";
import type { SessionState } from "@/wire/types";
import css from "./verdict.module.css";

export function Ending() {
  const { id } = useSteering();
  const player = usePlayer();
  const { busy, problem, ask } = useAsking();
  const [typed, setTyped] = useState<string | null>(null);
  const [wants, remedy, offer, whose] = useMoment(({ state }) => [
    wantsOf(state),
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
  if (!resumable) return null;
  return (
    <div className={`${css["ending"]} stack slim`}>
      {remedy !== "" && wants !== "quorum" && (
        <p>
          <Coded text={remedy} />
        </p>
      )}
      {wants === "quorum" && firstOf(remedy) !== "" && (
        <p>
          <Coded text={firstOf(remedy)} />
        </p>
      )}
      {wants === "quorum" && <TooFew busy={busy} ask={ask} />}
      {wants === "setting" && id !== null && (
        <p>
          <Say
            text="In a terminal: <command></command>; then start the server again."
            tags={{ command: () => <code>{`moot settings set ${whose}_budget ${offer}`}</code> }}
          />
        </p>
      )}
      {id !== null && wants !== "quorum" && whose !== "call" && (
        <form className="row at-end" onSubmit={goOn}>
          {wants === "budget" && (
            <label className="grid muted small">
              {say("New budget, in dollars")}
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
            <label className="grid muted small">
              {say("New deadline, in minutes of running time")}
              <input name="value" type="number" min="1" step="1" required defaultValue="60" />
            </label>
          )}
          <Button kind="primary" type="submit" disabled={busy}>
            {busy ? say("Taking it up …") : goingOn(wants, amount)}
          </Button>
          <p>{say("What was said is kept, and nothing that is settled is asked or paid again.")}</p>
        </form>
      )}
      <Refusal problem={problem} />
    </div>
  );
}

/** What has to be mended before anybody is asked again or gone on without: an empty account, a refused key. */
const firstOf = (remedy: string): string => {
  const [first = "", ...rest] = remedy.split(/ (?=Go on with |Then ask )/);
  return rest.length > 0 ? first : "";
};

/** What the button says. */
function goingOn(wants: ReturnType<typeof wantsOf>, amount: string): string {
  if (wants === "budget" && amount !== "") return say("Go on with {amount}", { amount: `$${amount}` });
  return wants === "drift" ? say("Resume, keeping what is recorded") : say("Resume");
}

/** The budget that suffices, as the session said it (nano-dollars), rounded up; where it did not, twice what it had, or
 * had spent: as the terminal offers. */
function offered({ shortfall, cap, cost, presumed }: SessionState): string {
  const enough = shortfall?.enough ?? 2 * Math.max(cap ?? 0, cost + presumed);
  const [step, digits] = enough >= 1e8 ? [1e7, 2] : [1e5, 4];
  return ((Math.ceil(enough / step) * step) / 1e9).toFixed(digits);
}

/** Too few answered: on with those that did, or the others are asked again. */
function TooFew({ busy, ask }: { busy: boolean; ask: (asking: () => Promise<string>) => void }) {
  const { id } = useSteering();
  const player = usePlayer();
  const [answered, unanswered] = useMoment(({ state }) => [state.answered, state.unanswered]);
  const there = answered.length;
  const goOn = (): void => {
    if (id !== null) ask(() => resume(id, player, { accepts_drift: false, at_least: there }));
  };
  const again = (): void => {
    if (id !== null) ask(() => askAgain(id));
  };
  return (
    <>
      {there > 0 && (
        <p>
          <Say
            text="{there, number} of {members, number} members answered: <answered></answered>. Not: <missing></missing>."
            values={{ there, members: there + unanswered.length }}
            tags={{ answered: () => <Everyone seats={answered} />, missing: () => <Everyone seats={unanswered} /> }}
          />
        </p>
      )}
      {id !== null && (
        <div className="row">
          {there > 0 && (
            <Button kind="primary" disabled={busy} onClick={goOn}>
              {busy
                ? say("One moment …")
                : say("Go on with the {there, plural, =1 {one} other {#}} that answered", { there })}
            </Button>
          )}
          <Button disabled={busy} onClick={again}>
            {say("Ask those who failed again")}
          </Button>
          <p>
            {there > 0 && `${say("Going on marks the verdict with who is missing.")} `}
            {there === 1 && `${say("The one answer is then used unchanged; nobody judges it.")} `}
            {say("Asking again opens a new session that keeps the answers; nothing is paid twice.")}
          </p>
        </div>
      )}
    </>
  );
}
