// What has to be known about the session or the way to it, in any view? One thin line under the header, or none.
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { resume, useAsking, wantsOf } from "@/hooks/asking";
import { useMoment, usePlayer, useResumable, useTransport } from "@/hooks/session";
import type { Problem } from "@/wire/types";
import type { ViewName } from "./views";
import css from "./session.module.css";

const ENDED = new Set(["failed", "stopped", "out_of_budget"]);

/** Views that say for themselves how a session without a verdict ended, and how it goes on. */
const TELLS: readonly ViewName[] = ["council", "verdict"];

export function SessionBar({ id, view }: { id: string | null; view: ViewName }) {
  const connection = useTransport((transport) => transport.connection);
  const problem = useTransport((transport) => transport.problem);
  const status = useMoment(({ state }) => state.status);
  if (problem !== null) return <Trouble problem={problem} />;
  if (connection === "offline")
    return <Line>You are offline. Everything loaded stays; the session goes on, and is shown when you are back.</Line>;
  if (connection === "full")
    return <Line>As many are watching as the server has room for. What is new is fetched every few seconds.</Line>;
  if (connection === "reconnecting")
    return <Line>The server cannot be reached. What is shown stays; it is tried again by itself.</Line>;
  if (ENDED.has(status) && !TELLS.includes(view)) return <Ended id={id} />;
  return null;
}

function Line({ children }: { children: React.ReactNode }) {
  return (
    <div className={css["bar"]} role="status">
      {children}
    </div>
  );
}

function Trouble({ problem }: { problem: Problem }) {
  const player = usePlayer();
  return (
    <div className={css["bar"]} role="alert">
      <span>
        {problem.message} {problem.remedy}
      </span>
      <Button
        onClick={() => {
          player.reopen();
        }}
      >
        Try again
      </Button>
    </div>
  );
}

/** A session that ended without a verdict: why, and how it goes on. */
function Ended({ id }: { id: string | null }) {
  const player = usePlayer();
  const message = useMoment(({ state }) => state.message);
  const remedy = useMoment(({ state }) => state.remedy);
  const resumable = useResumable();
  const wants = useMoment(({ state }) => wantsOf(state));
  const { busy, problem, ask } = useAsking();
  return (
    <div className={css["bar"]}>
      <span>
        {message} What was said is kept. {resumable && wants !== "quorum" && remedy}
        {problem !== null && (
          <span role="alert">
            {" "}
            {problem.message} {problem.remedy}
          </span>
        )}
      </span>
      {id !== null &&
        resumable &&
        (wants === "" ? (
          <Button
            disabled={busy}
            onClick={() => {
              ask(() => resume(id, player));
            }}
          >
            Take it up again
          </Button>
        ) : (
          <Link href={`/s/${id}/verdict`}>{wants === "quorum" ? "See how it can go on" : "Take it up again"}</Link>
        ))}
    </div>
  );
}
