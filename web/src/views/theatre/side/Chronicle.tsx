// What has happened so far, newest first? One sentence an event, the stages as headings.
import { memo, useEffect, useMemo, useReducer } from "react";
import { useMoment, usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { isMoving, whenResting } from "@/markdown/resting";
import { stageTitle } from "@/playback/keys";
import type { Logged } from "@/playback/log";
import { isHeldBack } from "@/playback/show/plan";
import { sentenceOf, weightOf } from "@/transcript/sentences";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./side.module.css";

/** More than this many lines nobody reads backwards. */
const MOST = 60;
/** As many as are in sight: on the way through a session nobody reads further. */
const IN_SIGHT = 24;

export const Chronicle = memo(function Chronicle({ most: whole = MOST }: { most?: number }) {
  const player = usePlayer();
  const looks = useArenaLooks();
  const count = useMoment((moment) => moment.count);
  const late = useMoment(({ at }) => at >= player.show.lateStart());
  const [, tellAll] = useReducer((times: number) => times + 1, 0);
  const most = isMoving() ? Math.min(whole, IN_SIGHT) : whole;
  useEffect(() => {
    if (most < whole) return whenResting(tellAll);
  }, [most, whole, count]);
  const told = useMemo(() => {
    const found: { event: Logged; weight: string; text: string }[] = [];
    for (let at = Math.min(count, player.log.length) - 1; at >= 0 && found.length < most; at--) {
      const event = player.log.events[at];
      if (event === undefined) continue;
      const weight = weightOf(event);
      if (weight === "minor" || (!late && isHeldBack(event))) continue;
      const text = isStage(event) ? stageTitle(event.body.stage) : sentenceOf(event, looks);
      found.push({ event, weight, text });
    }
    return found;
  }, [count, looks, player, most, late]);
  return (
    <div role="log" aria-live="off" aria-label={say("Chronicle")} className={css["chronicle"]} tabIndex={0}>
      {told.map(({ event, weight, text }) => (
        <p key={event.seq} data-weight={weight}>
          {text}
        </p>
      ))}
    </div>
  );
});

type Stage = Extract<Logged, { kind: "StageEntered"; body: { stage: string } }>;
const isStage = (event: Logged): event is Stage => event.kind === "StageEntered";
