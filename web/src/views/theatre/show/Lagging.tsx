// How far the show is behind what happens, and the way there.
import { useNarrow } from "@/hooks/narrow";
import { usePlayer, useMoment, useTransport } from "@/hooks/session";
import { say } from "@/language/say";
import { BEHIND } from "@/playback/show/reach";
import css from "./lagging.module.css";

/** The figure changes by so many seconds: nobody reads one that changes each second. */
const STEP = 5;

export function Lagging() {
  const player = usePlayer();
  const ended = useTransport((transport) => transport.ended);
  const seconds = useMoment(() => {
    const lag = player.lag();
    return lag > BEHIND ? STEP * Math.round(lag / 1000 / STEP) : 0;
  });
  // On a phone there is room for one line above the seat on top.
  const narrow = useNarrow(760);
  if (seconds === 0) return null;
  return (
    <p className={`${css["lagging"]} line muted small bordered rounded absolute`} data-lagging={seconds}>
      {narrow
        ? say("{seconds, number} seconds behind", { seconds })
        : say("{seconds, number} seconds behind: what is shown takes its time.", { seconds })}{" "}
      <button
        type="button"
        onClick={() => {
          player.toHead();
        }}
      >
        {ended ? say("End") : say("Live")}
      </button>
    </p>
  );
}
