// What does the council look like at work? Seats in a ring or along two flanks, what they say, and what lies between them.
import { memo, useMemo, useRef, useState, type CSSProperties } from "react";
import { usePreferences } from "@/hooks/preferences";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { stageTitle } from "@/playback/keys";
import { lookOf } from "@/playback/looks";
import { theatreParts } from "../brought";
import { Bubble } from "../seat/Bubble";
import { Centre } from "./Centre";
import { layoutOf } from "./geometry";
import { Lines } from "./Lines";
import { Panel } from "./Panel";
import { isFlanked, isMasked, leadOf, sceneOf, stageNow } from "../moment/scenes";
import { Caption } from "../show/Caption";
import { cardOf, Spotlight } from "../show/Spotlight";
import { SeatFigure } from "../seat/SeatFigure";
import { Tray } from "./Tray";
import { useArenaLooks } from "../moment/useArenaLooks";
import { useBlinks } from "./useBlinks";
import { useSize } from "../useSize";
import css from "./arena.module.css";

export const Arena = memo(function Arena({ onOpen }: { onOpen: (seat: string) => void }) {
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place);
  const looks = useArenaLooks();
  const members = useMoment(({ state }) => state.seats);
  const scene = useMoment(({ state }) => sceneOf(state));
  const stage = useMoment(({ state }) => stageNow(state));
  const lead = useMoment(({ state }) => leadOf(state));
  const masked = useMoment(({ state }) => isMasked(state));
  const one = usePreferences().floor === "one";
  const speaks = useMoment(({ speeches, beat }) => beat === null && speeches.size > 0);
  const [chosen, setChosen] = useState("");
  useBlinks(place);
  const layout = useMemo(
    () => layoutOf({ seats: members.map((seat) => seat.id), lead, scene, size, floor: one }),
    [members, lead, scene, size, one],
  );
  const flanked = isFlanked(scene);
  const writes = one && !flanked && !layout.compact && speaks;
  const closes = useMoment(({ beat }) => beat?.closing === true);
  const lit = useMoment(({ state, beat }) => cardOf(state.protocol, beat?.as ?? "") !== undefined);
  return (
    <div
      ref={place}
      className={`${css["arena"]} here hidden wide tall`}
      data-scene={scene}
      data-flanked={flanked}
      data-floor={one}
      data-closes={closes}
      data-masked={masked}
      data-compact={layout.compact}
      role="region"
      aria-label={stage === "" ? say("The arena") : say("The arena, {stage}", { stage: stageTitle(stage) })}
    >
      <Lines layout={layout} chosen={chosen} onChoose={setChosen} />
      {!flanked && (layout.compact || (!lit && !writes)) && <Centre layout={layout} scene={scene} />}
      <ul
        className={`${css["seats"]} absolute no-touch`}
        style={{ "--of": Math.min(5, layout.spots.length) } as CSSProperties}
        aria-label={say("Seats")}
      >
        {layout.spots.map((spot, order) => (
          <SeatFigure
            key={spot.id}
            spot={spot}
            look={lookOf(looks, spot.id)}
            radius={layout.radius}
            order={order}
            leads={scene === "synthesis" && spot.id === lead}
            bare={layout.compact || members.length > 9}
            onOpen={onOpen}
          />
        ))}
      </ul>
      {!layout.compact &&
        layout.spots.map(
          (spot) =>
            spot.bubble !== null && (
              <Bubble
                key={spot.id}
                seat={spot.id}
                look={lookOf(looks, spot.id)}
                place={spot.bubble}
                from={spot}
                onOpen={onOpen}
              />
            ),
        )}
      {flanked && <Panel box={layout.panel} scene={scene} lead={lead} compact={layout.compact} times={layout.times} />}
      {layout.compact && !flanked && !lit && <Tray box={layout.panel} onOpen={onOpen} />}
      <Spotlight box={layout.compact || flanked ? layout.panel : layout.centre} writes={writes} onOpen={onOpen} />
      {theatreParts().map(({ Notice }, at) => Notice !== undefined && <Notice key={at} />)}
      <Caption />
    </div>
  );
});
