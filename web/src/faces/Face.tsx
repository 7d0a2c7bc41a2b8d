// A member's face: a simple head with eyes and a mouth; behind a mask grey and without them.
//
// The mouth is an HTML element, so that speaking moves a layer and paints nothing; a blink is a class on the face that
// one timer of the arena sets. A small face in a list holds still.
import { memo, useId, type CSSProperties } from "react";
import type { Look } from "@/playback/looks";
import { EYES, HEADS } from "./heads";
import css from "./faces.module.css";

export type Mood = "idle" | "thinking" | "speaking" | "failed" | "proud" | "glum";

interface Given {
  look: Look;
  mood?: Mood;
  size?: number;
  /** Whether it blinks and speaks; only in the arena. */
  alive?: boolean;
}

/** The class that shuts the eyes for as long as it is set. */
export const BLINKING = "blinking";

/** A member's face; it is decoration, the name stands beside it. */
export const Face = memo(function Face({ look, mood = "idle", size = 28, alive = false }: Given) {
  const shade = useId().replace(/\W/g, "");
  const shown = look.masked ? "idle" : mood;
  const style = {
    width: size,
    height: size,
    "--hue": look.hue ?? 0,
    "--face": `${String(size)}px`,
  } as CSSProperties;
  const eyes = EYES[look.shape] ?? 0;
  const hidden = look.hue === null ? css["masked"] : "";
  return (
    <span
      className={`${css["face"]} fixed here ${hidden} ${alive ? css["alive"] : ""}`}
      style={style}
      data-mood={shown}
      data-face={alive ? "" : undefined}
      aria-hidden="true"
    >
      <svg viewBox="0 0 100 100" width={size} height={size}>
        <radialGradient id={shade} cx="38%" cy="28%" r="85%">
          <stop offset="0" className={css["lit"]} />
          <stop offset="0.55" className={css["body"]} />
          <stop offset="1" className={css["deep"]} />
        </radialGradient>
        <path d={HEADS[look.shape] ?? HEADS[0]} fill={`url(#${shade})`} className={css["head"]} />
        {!look.masked && (
          <g transform={`translate(0 ${String(eyes)})`}>
            <Eyes mood={shown} />
            {CURVES[shown] !== undefined && <path d={CURVES[shown]} className={css["curve"]} />}
          </g>
        )}
        {!look.masked && look.chairs && !alive && <path d={GAVEL} fill="var(--gold)" />}
      </svg>
      {!look.masked && CURVES[shown] === undefined && (
        <span className={css["mouth"]} style={{ "--down": eyes } as CSSProperties} />
      )}
    </span>
  );
});

/** Mouths that hold still: glad, and sorry. */
const CURVES: Partial<Record<Mood, string>> = { proud: "M36 64q14 13 28 0", glum: "M37 73q13-12 26 0" };

/** Who chairs has a gavel at its head. */
const GAVEL = "M76-20 102 2 90 16 64-6ZM74 4 54 26l7 7 20-22Z";

function Eyes({ mood }: { mood: Mood }) {
  if (mood === "failed")
    return (
      <path
        d="M29 36l13 14M42 36 29 50M58 36l13 14M71 36 58 50"
        stroke="white"
        strokeWidth="5"
        strokeLinecap="round"
        fill="none"
      />
    );
  const up = mood === "thinking" ? -6 : 0;
  return (
    <g className={css["eyes"]}>
      <rect x="30" y={35 + up} width="11" height="16" rx="5.5" />
      <rect x="59" y={35 + up} width="11" height="16" rx="5.5" />
    </g>
  );
}
