// Is there something about the session as a whole? Everybody failed, it waits for a person, or it ended without an answer.
import { Unplug } from "lucide-react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Chip, Refusal } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Everyone } from "@/findings/parts";
import { useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { useKeptFocus } from "@/keyboard/keptFocus";
import { stageTitle } from "@/playback/keys";
import { ERRORS, FAILURES } from "@/transcript/sentences";
import type { SessionState } from "@/wire/types";
import { Ending } from "@/views/verdict/Ending";
import { Gone } from "@/views/verdict/Gone";
import { startOver, useAsking, useLeftOut } from "@/hooks/asking";
import { Say, say, within } from "@/language/say";
import { failureOf } from "./stage/Broken";
import { grouped } from "./stage/grouped";
import { Waiting } from "./person/Person";
import css from "./council.module.css";

export function Notices() {
  const running = useMoment(({ state }) => state.status === "running" || state.status === "waiting");
  const all = useMoment(({ state }) => failedKeys(state));
  return (
    <>
      {running && all !== "" && <AllFailed keys={all.split(" ")} />}
      <Waiting />
    </>
  );
}

/** It ended without an answer: where and why, and how it goes on or begins anew. */
export function Over() {
  const all = useMoment(({ state }) => failedKeys(state));
  const stage = useMoment(({ state }) => state.entered.at(-1));
  const place = useKeptFocus<HTMLElement>();
  return (
    <section ref={place} className="stack measure" role="status" aria-label={say("How it goes on")}>
      {all !== "" ? (
        <AllFailed keys={all.split(" ")} />
      ) : (
        <>
          {stage !== undefined && (
            <p className="muted small light">{say("Stopped at {stage}.", { stage: within(stageTitle(stage)) })}</p>
          )}
          <Gone />
        </>
      )}
      <GoOn />
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
        <div className="row">
          <Button
            disabled={busy}
            onClick={() => {
              ask(() => startOver(player.log.head, player.log.events[0]));
            }}
          >
            {busy ? say("Asking…") : say("Start over")}
          </Button>
          <span className="muted small light">
            {say(
              "the same question from the beginning{files, select, yes {, without its files: attach them anew on the first page} other {}}{less, select, yes {; {lost} cannot go along} other {}}",
              { files: files ? "yes" : "no", less: lost === "" ? "no" : "yes", lost },
            )}
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
function AllFailed({ keys }: { keys: readonly string[] }) {
  const player = usePlayer();
  const moment = player.moment();
  const causes = grouped(keys, (key) => {
    const failure = failureOf(player.log.events, moment.count, key);
    return failure === null ? say("failed") : (ERRORS[failure.error] ?? FAILURES[failure.failed]);
  });
  return (
    <section className={css["waiting"]} role="alert" aria-label={say("Nobody could answer")}>
      <Unplug size={20} aria-hidden="true" />
      <div className={`${css["stack"]} stack slim`}>
        <h2>{say("Nobody could answer")}</h2>
        <ul>
          {[...causes].map(([cause, of]) => (
            <li key={cause}>
              <Chip tone="bad">{cause}</Chip> <Everyone seats={of.map((key) => moment.state.moves[key]?.seat ?? "")} />
              <p className="measure wrap">
                <Coded text={moment.state.moves[of[0] ?? ""]?.cause ?? ""} />
              </p>
            </li>
          ))}
        </ul>
        <p>
          <Say
            text="The question is kept. Look at <link>keys and endpoints</link>, then ask again."
            tags={{ link: (words) => <Link href="/settings/endpoints">{words}</Link> }}
          />
        </p>
      </div>
    </section>
  );
}
