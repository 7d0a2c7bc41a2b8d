// At which speeds is a session played, and how is its time written?

export const SPEEDS = [0.5, 1, 2, 4, 8, 16] as const;
export type Speed = (typeof SPEEDS)[number];

/** `0:42`, `12:05`, `1:02:03`. */
export function clockText(t: number): string {
  const seconds = Math.max(0, Math.floor(t / 1000));
  const [hours, minutes, rest] = [Math.floor(seconds / 3600), Math.floor((seconds % 3600) / 60), seconds % 60];
  const padded = (n: number): string => String(n).padStart(2, "0");
  return hours > 0 ? `${String(hours)}:${padded(minutes)}:${padded(rest)}` : `${String(minutes)}:${padded(rest)}`;
}
