// What has to be known about the session or the way to it, in any view? One thin line under the header, or none.
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { resume, useAsking, wantsOf } from "@/hooks/asking";
import { useLooks, usePlayer, useResumable, useStanding, useTransport } from "@/hooks/session";
import { say } from "@/language/say";
import { toldOf } from "@/transcript/named";
import type { Problem } from "@/wire/types";
import type { Ready } from "./opening";
import type { ViewName } from "./views";
import css from "./session.module.css";

const ENDED = new Set(["failed", "stopped", "out_of_budget"]);

/** The view that says for itself how a session ended, and how it goes on. */
const TELLS: ViewName = "result";

interface Given {
  id: string | null;
  base: string;
  view: ViewName;
  /** What has come while the session was watched. */
  ready: Ready;
}

export function SessionBar({ id, base, view, ready }: Given) {
  const connection = useTransport((transport) => transport.connection);
  const problem = useTransport((transport) => transport.problem);
  const status = useStanding((state) => state.status);
  if (problem !== null) return <Trouble problem={problem} />;
  if (connection === "offline")
    return (
      <Line>{say("You are offline. The session continues on the server and is shown when you are back online.")}</Line>
    );
  if (connection === "interrupted") return <Interrupted id={id} />;
  if (connection === "full")
    return (
      <Line>{say("The server has no room for another live viewer. This page is updated every few seconds.")}</Line>
    );
  if (connection === "reconnecting") return <Line>{say("The server cannot be reached. Reconnecting…")}</Line>;
  if (ENDED.has(status) && view !== TELLS) return <Ended id={id} base={base} />;
  if (ready !== "" && view !== TELLS)
    return (
      <Line>
        <span>
          {ready === "answer" ? say("The answer is ready.") : say("The session has ended without an answer.")}
        </span>
        <Link href={`${base}/result`}>{ready === "answer" ? say("Read the answer") : say("See why")}</Link>
      </Line>
    );
  return null;
}

function Line({ children }: { children: React.ReactNode }) {
  return (
    <div className={css["bar"]} role="status">
      {children}
    </div>
  );
}

/** Nobody runs it any more: what ran it was ended, or has lost its machine. */
function Interrupted({ id }: { id: string | null }) {
  const asking = useAsking();
  return (
    <div className={css["bar"]} role="status">
      <span>
        {say(
          "Interrupted: the process that ran this session has ended. Answers so far are kept, and no finished call is repeated.",
        )}
        <Refused problem={asking.problem} />
      </span>
      {id !== null && <TakeUp id={id} asking={asking} />}
    </div>
  );
}

/** Goes on with it from where it stands. */
function TakeUp({ id, asking: { busy, ask } }: { id: string; asking: ReturnType<typeof useAsking> }) {
  const player = usePlayer();
  return (
    <Button
      disabled={busy}
      onClick={() => {
        ask(() => resume(id, player));
      }}
    >
      {say("Take it up again")}
    </Button>
  );
}

/** Why it could not be gone on with, behind what is said there. */
const Refused = ({ problem }: { problem: Problem | null }) =>
  problem !== null && (
    <span role="alert">
      {" "}
      <Coded text={`${problem.message} ${problem.remedy}`} />
    </span>
  );

function Trouble({ problem }: { problem: Problem }) {
  const player = usePlayer();
  return (
    <div className={css["bar"]} role="alert">
      <span>
        <Coded text={`${problem.message} ${problem.remedy}`} />
      </span>
      <Button
        onClick={() => {
          player.reopen();
        }}
      >
        {say("Try again")}
      </Button>
    </div>
  );
}

/** A session that ended without a verdict: why, and how it goes on. */
function Ended({ id, base }: { id: string | null; base: string }) {
  const message = useStanding((state) => state.message);
  const remedy = useStanding((state) => state.remedy);
  const looks = useLooks();
  const resumable = useResumable();
  const wants = useStanding(wantsOf);
  const asking = useAsking();
  return (
    <div className={css["bar"]}>
      <span>
        <Coded text={toldOf(message, looks)} /> {say("What was said is kept.")}{" "}
        {resumable && wants !== "quorum" && <Coded text={remedy} />}
        <Refused problem={asking.problem} />
      </span>
      {id !== null &&
        resumable &&
        (wants === "" ? (
          <TakeUp id={id} asking={asking} />
        ) : (
          <Link href={`${base}/result`}>
            {wants === "quorum" ? say("See how it can go on") : say("Take it up again")}
          </Link>
        ))}
    </div>
  );
}
