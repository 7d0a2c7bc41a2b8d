// Where does the playhead stand after some time? Pure: time is passed in.

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** A pause longer than this is idle. */
export const IDLE_AFTER = 2000;
/** What is left of an idle pause when it is skipped. */
export const IDLE_SHOWN = 600;

/** The playhead after `elapsed` milliseconds of the viewer's time. */
export function advanced(
  t: number,
  elapsed: number,
  speed: number,
  end: number,
  idle: { skip: boolean; began: number; until: number },
): number {
  let [now, left] = [t, elapsed * speed];
  if (idle.skip && idle.until - idle.began > IDLE_AFTER && now >= idle.began) {
    const resume = idle.began + IDLE_SHOWN;
    if (now + left > resume) {
      left -= Math.max(0, resume - now);
      now = Math.max(now, idle.until);
    }
  }
  return Math.min(end, now + left);
}

/** `0:42`, `12:05`, `1:02:03`. */
export function clockText(t: number): string {
  const seconds = Math.max(0, Math.floor(t / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const padded = (n: number): string => String(n).padStart(2, "0");
  return hours > 0 ? `${String(hours)}:${padded(minutes)}:${padded(rest)}` : `${String(minutes)}:${padded(rest)}`;
}
