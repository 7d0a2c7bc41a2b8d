// What does the theatre show? The arena, what stands beside it, and whoever is being read at length.
import { Suspense, useCallback, useEffect, useRef, useState, type CSSProperties } from "react";
import { late } from "@/controls/late";
import { usePreferences } from "@/hooks/preferences";
import { usePlayer, useTransport } from "@/hooks/session";
import { Arena } from "./arena/Arena";
import { Controls } from "./Controls";
import { Connection, Poster } from "./Poster";
import { Lagging } from "./show/Lagging";
import { Reader } from "./Reader";
import { SidePanel } from "./side/SidePanel";
import { TextOnly } from "./TextOnly";
import { useSize } from "./useSize";
import css from "./theatre.module.css";

/** What is offered in the end need not be there before. */
const Next = late(() => import("./show/Next"));

/** From this width on there is room for a panel beside the arena. */
const WITH_PANEL = 1080;

export default function TheatreView() {
  const whole = useRef<HTMLDivElement>(null);
  const { width } = useSize(whole);
  const { textOnly, floor } = usePreferences();
  const player = usePlayer();
  const skipIdle = useTransport((transport) => transport.skipIdle);
  useEffect(() => {
    player.showBy(floor === "one" ? "floor" : "together", skipIdle);
  }, [player, floor, skipIdle]);
  const [reading, setReading] = useState("");
  const over = useTransport(({ ended, behind, playing }) => ended && !behind && !playing);
  const pace = useTransport(({ playing, speed }) => (playing ? paceAt(speed) : 1));
  const open = useCallback((seat: string) => {
    setReading((before) => (before === seat ? "" : seat));
  }, []);
  return (
    <div ref={whole} className={`${css["theatre"]} flex wide tall`} style={{ "--pace": pace } as CSSProperties}>
      <div className={`${css["stage"]} column grow low`}>
        <div className="here grow low">
          <Connection />
          <Lagging />
          {textOnly ? <TextOnly onOpen={open} /> : <Arena onOpen={open} />}
          <Controls whole={whole} />
          {!textOnly && <Poster />}
          {reading !== "" && (
            <Reader
              seat={reading}
              key={reading}
              onClose={() => {
                setReading("");
              }}
            />
          )}
        </div>
        {over && (
          <Suspense fallback={null}>
            <Next />
          </Suspense>
        )}
      </div>
      {width >= WITH_PANEL && !textOnly && <SidePanel onOpen={open} />}
    </div>
  );
}

/** Faster playing leaves less time to move in. */
const paceAt = (speed: number): number => (speed >= 8 ? 0 : speed >= 4 ? 0.5 : speed >= 2 ? 0.75 : 1);
