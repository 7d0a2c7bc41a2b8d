// What is there to do when it is over? To watch it from the beginning; and what ended it, where there is no verdict.
import { Play } from "lucide-react";
import { useMoment, usePlayer, useTransport } from "@/hooks/session";
import { clockText } from "@/playback/clock";
import { goesOn } from "./scenes";
import css from "./theatre.module.css";

export function Poster() {
  const player = usePlayer();
  const over = useMoment(({ state }) => !goesOn(state));
  const still = useTransport(({ playing }) => !playing);
  const duration = useTransport((transport) => transport.duration);
  if (!over || !still) return null;
  return (
    <button
      type="button"
      className={css["poster"]}
      onClick={() => {
        player.seek(0);
        player.play();
      }}
    >
      <span className={css["play"]}>
        <Play size={15} fill="currentColor" />
      </span>
      <span>
        Replay <small>{clockText(duration)}</small>
      </span>
    </button>
  );
}

const ENDED: Record<string, string> = {
  failed: "The session failed",
  stopped: "The session was stopped",
  out_of_budget: "The session ran out of its budget",
};

/** Why it ended without a verdict, what is kept and what to do. */
export function Ending() {
  const status = useMoment(({ state }) => state.status);
  const message = useMoment(({ state }) => state.message);
  const remedy = useMoment(({ state }) => state.remedy);
  const says = ENDED[status];
  if (says === undefined) return null;
  return (
    <p className={css["ending"]} data-status={status} role="status">
      <b>{says}.</b> {message} Everything said until then is kept. {remedy}
    </p>
  );
}

/** A thin line while what is shown may be behind what has happened. */
export function Connection() {
  const connection = useTransport((transport) => transport.connection);
  if (connection === "live" || connection === "stored" || connection === "connecting") return null;
  return (
    <p className={css["behind"]} role="status">
      <span className="unseen">Reconnecting. What is shown is kept as it was.</span>
    </p>
  );
}
