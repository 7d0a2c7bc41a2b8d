// What is there to do when it is over? To watch it from the beginning.
import { Play } from "lucide-react";
import { useMoment, usePlayer, useTransport } from "@/hooks/session";
import { say } from "@/language/say";
import { clockText } from "@/playback/clock";
import { goesOn } from "./moment/scenes";
import css from "./theatre.module.css";

export function Poster() {
  const player = usePlayer();
  const over = useMoment(({ state }) => !goesOn(state));
  const still = useTransport(({ playing, behind }) => !playing && !behind);
  const duration = useTransport((transport) => transport.duration);
  if (!over || !still) return null;
  return (
    <button
      type="button"
      className={`${css["poster"]} line small strong absolute lifted`}
      onClick={() => {
        player.seek(0);
        player.play();
      }}
    >
      <span className={`${css["play"]} round on-gold`}>
        <Play size={15} fill="currentColor" />
      </span>
      <span>
        {say("Replay")} <small>{clockText(duration)}</small>
      </span>
    </button>
  );
}

/** A thin line while what is shown may be behind what has happened. */
export function Connection() {
  const connection = useTransport((transport) => transport.connection);
  if (["live", "stored", "connecting", "interrupted"].includes(connection)) return null;
  return (
    <p className={css["behind"]} role="status">
      <span className="unseen">{say("Reconnecting. What is shown is kept as it was.")}</span>
    </p>
  );
}
