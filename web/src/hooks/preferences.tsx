// How does this viewer like it? Kept in this browser alone: theme, motion, density, size, announcements, keys.
import { useSyncExternalStore } from "react";

export interface Preferences {
  theme: "system" | "dark" | "light";
  /** `system` asks the operating system; `calm` fades only; `off` moves nothing. */
  motion: "system" | "full" | "calm" | "off";
  density: "comfortable" | "compact";
  size: "small" | "normal" | "large";
  /** `sentences` reads the verdict out as it is written. */
  announce: "less" | "normal" | "more" | "sentences";
  /** Whether single letters are shortcuts. */
  letters: boolean;
  /** Whether one member after the other has the floor in the theatre, or all speak at once. */
  floor: "one" | "all";
  /** Whether the arena is shown as text only. */
  textOnly: boolean;
  /** Whether somebody wants to be told when a long session ends. */
  notify: boolean;
}

const PLAIN: Preferences = {
  theme: "system",
  motion: "system",
  density: "comfortable",
  size: "normal",
  announce: "normal",
  letters: true,
  floor: "one",
  textOnly: false,
  notify: false,
};
const PLACE = "moot.preferences";
const STILL = "(prefers-reduced-motion: reduce)";
const LIGHT = "(prefers-color-scheme: light)";
const watchers = new Set<() => void>();
let current: Preferences = read();

function read(): Preferences {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(PLACE) ?? "{}");
    return { ...PLAIN, ...(typeof kept === "object" ? kept : {}) };
  } catch {
    return PLAIN; // a browser that keeps nothing still works
  }
}

export const preferences = (): Preferences => current;

export function usePreferences(): Preferences {
  return useSyncExternalStore(subscribe, preferences, preferences);
}

/** Changes some, keeps them and shows them. */
export function prefer(changed: Partial<Preferences>): void {
  current = { ...current, ...changed };
  try {
    localStorage.setItem(PLACE, JSON.stringify(current));
  } catch {
    // what cannot be kept holds for this page
  }
  dress();
  for (const watcher of watchers) watcher();
}

/** How much moves, with the system's wish looked up. */
export function motionNow(): "full" | "calm" | "off" {
  if (current.motion !== "system") return current.motion;
  return matchMedia(STILL).matches ? "off" : "full";
}

/** Puts the preferences on the root element, where the style sheets read them. */
export function dress(): void {
  const light = matchMedia(LIGHT).matches;
  const theme = current.theme === "system" ? (light ? "light" : "dark") : current.theme;
  const { density, size } = current;
  Object.assign(document.documentElement.dataset, { theme, motion: motionNow(), density, size });
}

function subscribe(watcher: () => void): () => void {
  watchers.add(watcher);
  return () => watchers.delete(watcher);
}

/** Follows the system as long as the page lives. */
export function followSystem(): void {
  for (const wish of [STILL, LIGHT])
    matchMedia(wish).addEventListener("change", () => {
      prefer({});
    });
  dress();
}
