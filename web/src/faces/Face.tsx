// Who is this? A simple mask with a face; behind a real mask a letter, grey, and nothing that tells who.
import { memo, type CSSProperties } from "react";
import type { Look } from "@/playback/looks";
import css from "./faces.module.css";

export type Mood = "idle" | "thinking" | "speaking" | "failed" | "proud" | "glum";

const HEADS = [
  "M50 6a44 44 0 1 1 0 88a44 44 0 1 1 0-88Z",
  "M50 4 90 27v46L50 96 10 73V27Z",
  "M50 4C66 26 88 40 88 62a38 34 0 0 1-76 0C12 40 34 26 50 4Z",
  "M30 8h40q22 0 22 22v40q0 22-22 22H30Q8 92 8 70V30Q8 8 30 8Z",
  "M12 12q38-12 76 0v40q0 32-38 44Q12 84 12 52Z",
  "M50 5q34 0 42 30 6 34-20 52-22 14-44 0Q2 69 8 35 16 5 50 5Z",
];

/** A member's face; it is decoration, the name stands beside it. */
export const Face = memo(function Face({ look, mood = "idle", size = 28 }: { look: Look; mood?: Mood; size?: number }) {
  const style = { width: size, height: size, "--hue": look.hue ?? 0 } as CSSProperties;
  return (
    <span className={`${css["face"]} ${look.hue === null ? css["masked"] : ""}`} style={style} aria-hidden="true">
      <svg viewBox="0 0 100 100" width={size} height={size}>
        <path
          d={HEADS[look.shape] ?? HEADS[0]}
          fill="color-mix(in oklab, var(--member) 62%, var(--sunk))"
          stroke="var(--member)"
          strokeWidth="3"
        />
        {look.masked ? (
          <text x="50" y="68" className={css["letter"]}>
            {look.letter}
          </text>
        ) : (
          <g fill="white" data-mood={mood}>
            <rect x="30" y="36" width="11" height="16" rx="5.5" />
            <rect x="59" y="36" width="11" height="16" rx="5.5" />
            <rect x="41" y="63" width="18" height="7" rx="3.5" />
          </g>
        )}
      </svg>
    </span>
  );
});
