// How are sums, times and names of this app's shelves said? Formatting only; the server has counted.
import { money } from "./money";
import { decimal, say } from "@/language/say";
export { money };
export { listed } from "@/language/say";
export { stageTitle as titled } from "@/playback/keys";

/** `850`, `22 k`, `1.5 M`. */
export function short(count: number): string {
  if (count < 1000) return String(count);
  if (count < 999_500) return `${decimal(count / 1000, count < 9950 ? 1 : 0)} k`;
  return `${decimal(count / 1_000_000, 1)} M`;
}

/** `40 s`, `2 min`, `1 h 10 min`. */
export function lasting(seconds: number): string {
  if (seconds < 90) return say("{seconds, number} s", { seconds: Math.max(1, Math.round(seconds)) });
  const minutes = Math.round(seconds / 60);
  if (minutes < 60) return say("{minutes, number} min", { minutes });
  return say("{hours, number} h {minutes, number} min", { hours: Math.floor(minutes / 60), minutes: minutes % 60 });
}

/** `2.4 kB`. */
export function sized(bytes: number): string {
  if (bytes < 1000) return `${String(bytes)} B`;
  return bytes < 1e6 ? `${decimal(bytes / 1e3, 1)} kB` : `${decimal(bytes / 1e6, 1)} MB`;
}

/** What is not known of what it cost; empty where everything is. */
export function openWords({ cost, at_most, unknown }: { cost: number; at_most: number; unknown: number }): string {
  if (unknown > 0)
    return say("Nobody knows the price of {calls, plural, one {# call} other {# calls}}.", { calls: unknown });
  if (at_most === 0) return "";
  return say("{paid} was charged; up to {more} more may still be charged for calls that failed or told no price.", {
    paid: money(cost),
    more: money(at_most),
  });
}

/** What it cost, with a mark where not every price is known. */
export function costWords({ cost, at_most, unknown }: { cost: number; at_most: number; unknown: number }): string {
  if (at_most > 0 && unknown === 0) return `≤ ${money(cost + at_most)}`;
  if (cost === 0) return unknown > 0 ? say("unknown") : say("free");
  return unknown > 0 ? `≥ ${money(cost)}` : money(cost);
}
