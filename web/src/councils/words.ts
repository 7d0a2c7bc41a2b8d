// How are sums, times and names of this app's shelves said? Formatting only; the server has counted.
export { stageTitle as titled } from "@/playback/keys";

const whole = new Intl.NumberFormat("en");

/** `4 members`, `1 call`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${whole.format(count)} ${count === 1 ? one : many}`;

/** Dollars as people say small sums: `0.42 ¢`, `4.0 ¢`, `34 ¢`, `$3.35`. */
export function money(dollars: number): string {
  const cents = dollars * 100;
  if (cents === 0 || cents >= 99.5) return `$${dollars.toFixed(2)}`;
  if (cents < 0.01) return "less than 0.01 ¢";
  return `${cents.toFixed(cents < 0.995 ? 2 : cents < 9.95 ? 1 : 0)} ¢`;
}

/** `850`, `22 k`, `1.5 M`. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${(count / 1000).toFixed(count < 9950 ? 1 : 0)} k`;
  return `${(count / 1_000_000).toFixed(1)} M`;
}

/** `40 s`, `2 min`, `1 h 10 min`. */
export function lasting(seconds: number): string {
  if (seconds < 90) return `${String(Math.max(1, Math.round(seconds)))} s`;
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return `${String(minutes)} min`;
  return `${String(Math.floor(minutes / 60))} h ${String(minutes % 60)} min`;
}

/** `a`, `a and b`, `a, b and c`. */
export const listed = (words: readonly string[]): string =>
  words.length < 2 ? (words[0] ?? "") : `${words.slice(0, -1).join(", ")} and ${words.at(-1) ?? ""}`;

/** `2.4 kB`. */
export function sized(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  return bytes < 1e6 ? `${(bytes / 1e3).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
