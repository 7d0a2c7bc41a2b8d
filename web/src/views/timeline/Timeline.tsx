// Where in the session are we, and where else could we be? Its stages in time, what is worth going to, and the controls.
import { useMemo, useState } from "react";
import { usePlayer, useTransport } from "@/hooks/session";
import { say } from "@/language/say";
import { bandsIn, markersOf } from "@/playback/chapters";
import { Chapters } from "./Chapters";
import { Controls, Pace } from "./Controls";
import { Track } from "./Track";
import type { Keys } from "./words";
import css from "./timeline.module.css";

export function Timeline({ keys = () => undefined }: { keys?: Keys }) {
  const player = usePlayer();
  const length = useTransport((transport) => transport.length);
  const duration = useTransport((transport) => transport.duration);
  const rests = useTransport(({ ended, atHead, playing }) => ended && atHead && !playing);
  const [listed, list] = useState(false);
  // The log grows in place: its length and the show's say whether there is more of it.
  const bands = useMemo(() => (length + duration < 0 ? [] : bandsIn(player.show)), [player, length, duration]);
  const markers = useMemo(
    () => (length + duration < 0 ? [] : markersOf(player.show.dated())),
    [player, length, duration],
  );
  return (
    <section className={css["timeline"]} aria-label={say("Timeline")} data-rests={rests}>
      <Controls keys={keys} />
      <Track bands={bands} markers={markers} keys={keys} />
      <Pace
        keys={keys}
        listed={listed}
        onList={() => {
          list(!listed);
        }}
      />
      {listed && (
        <Chapters
          bands={bands}
          markers={markers}
          onClose={() => {
            list(false);
          }}
        />
      )}
    </section>
  );
}
