// Is there something about the session as a whole? It stopped, everybody failed, or it waits for a person.
import { PauseCircle, Unplug } from "lucide-react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { Everyone } from "@/findings/parts";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { useKeptFocus } from "@/keyboard/keptFocus";
import { stageTitle } from "@/playback/keys";
import { ERRORS, FAILURES, OUTCOMES } from "@/transcript/sentences";
import { isMasked } from "@/transcript/wording";
import type { SessionState } from "@/wire/types";
import { Ending } from "@/views/verdict/Ending";
import { startOver, useAsking, useLeftOut } from "@/hooks/asking";
import { failureOf } from "./stage/Broken";
import { grouped } from "./stage/grouped";
import { Waiting } from "./person/Person";
import { Refusal } from "./Refusal";
import css from "./council.module.css";

export function Notices() {
  const status = useMoment(({ state }) => state.status);
  const all = useMoment(({ state }) => failedKeys(state));
  const broken = status === "failed" || status === "stopped" || status === "out_of_budget";
  return (
    <>
      {all !== "" ? <AllFailed keys={all.split(" ")} over={broken} /> : broken && <Stopped />}
      <Waiting />
    </>
  );
}

/** Stopped at a stage: why, and how it goes on or begins anew. */
function Stopped() {
  const [status, message, stage] = useMoment(({ state }) => [state.status, state.message, state.entered.at(-1)]);
  const place = useKeptFocus<HTMLElement>();
  return (
    <section ref={place} className={css["stopped"]} role="status" aria-label="The session has stopped">
      <PauseCircle size={20} aria-hidden="true" />
      <div className={css["stack"]}>
        <p>
          <b>{stage === undefined ? OUTCOMES[status] : `Stopped at ${stageTitle(stage).toLowerCase()}.`}</b>{" "}
          {message === "" ? OUTCOMES[status] : message}
        </p>
        <GoOn />
      </div>
    </section>
  );
}

/** On from where it stopped, or from the beginning. */
function GoOn() {
  const { id } = useSteering();
  const player = usePlayer();
  const files = useMoment(({ state }) => state.question.attachments.length > 0);
  const lost = useLeftOut();
  const { busy, problem, ask } = useAsking();
  return (
    <>
      <Ending />
      {id !== null && (
        <div className={css["over"]}>
          <Button
            disabled={busy}
            onClick={() => {
              ask(() => startOver(player.log.head, player.log.events[0]));
            }}
          >
            {busy ? "Convening …" : "Start over"}
          </Button>
          <span className={css["quiet"]}>
            the same question from the beginning{files && ", without its files: attach them anew on the first page"}
            {lost !== "" && `; ${lost} cannot go along`}
          </span>
        </div>
      )}
      <Refusal problem={problem} />
    </>
  );
}

/** The moves of the stage, when nobody in it could answer and that is how it stands; else nothing. */
export function failedKeys(state: SessionState): string {
  if (state.verdict !== null) return "";
  const now = state.entered.at(-1);
  const moves = Object.values(state.moves).filter((move) => move.stage === now && !move.key.includes("+"));
  if (moves.length === 0 || !moves.every(({ state: how }) => how === "failed" || how === "late")) return "";
  // While it goes on, one who fails alone has a stand-in, or the stage does without: only all of them are nobody.
  const gone = new Set(state.missing.filter(({ stage }) => stage !== now).map(({ seat }) => seat));
  const sitting = state.seats.filter(({ id }) => !gone.has(id));
  const all = sitting.length > 0 && sitting.every(({ id }) => moves.some(({ seat }) => seat === id));
  return all || state.status === "failed" ? moves.map(({ key }) => key).join(" ") : "";
}

/** Nobody answered: the causes, each once with whom it befell. */
function AllFailed({ keys, over }: { keys: readonly string[]; over: boolean }) {
  const player = usePlayer();
  const masked = isMasked(useLooks());
  const moment = player.moment();
  const causes = grouped(keys, (key) => {
    const failure = failureOf(player.log.events, moment.count, key);
    return failure === null ? "failed" : (ERRORS[failure.error] ?? FAILURES[failure.failed]);
  });
  return (
    <section className={css["allFailed"]} role="alert" aria-label="Nobody could answer">
      <Unplug size={20} aria-hidden="true" />
      <div className={css["stack"]}>
        <h2>Nobody could answer</h2>
        <ul>
          {[...causes].map(([cause, of]) => (
            <li key={cause}>
              <Chip tone="bad">{cause}</Chip> <Everyone seats={of.map((key) => moment.state.moves[key]?.seat ?? "")} />
              {!masked && <p className={css["cause"]}>{moment.state.moves[of[0] ?? ""]?.cause}</p>}
            </li>
          ))}
        </ul>
        <p>
          The question is kept. Look at <Link href="/settings/endpoints">keys and endpoints</Link>, then ask again.
        </p>
        {over && <GoOn />}
      </div>
    </section>
  );
}
