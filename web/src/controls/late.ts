// A part of the app that is loaded when it is first looked at. Browsers never ask again for a module that did not come:
// where the server was away for a moment, the page is loaded anew when it is back (`Boundary`).
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

/** `any`, as React has it: what a component is given is checked where it stands. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const late = <C extends ComponentType<any>>(load: () => Promise<{ default: C }>): LazyExoticComponent<C> =>
  lazy(load);

/** What browsers call a module that did not come, and Vite a style sheet. */
const UNLOADED = /dynamically imported module|importing a module script failed|unable to preload/i;

/** Whether a part of the app could not be fetched. */
export const isUnloaded = (error: unknown): boolean => error instanceof Error && UNLOADED.test(error.message);

/** Wait until the server answers; false where nobody waits any more. */
export async function answers(left: AbortSignal, pause = 2000): Promise<boolean> {
  while (!left.aborted) {
    const there = await fetch("/", { method: "HEAD", cache: "no-store", signal: left }).then(
      () => true,
      () => false,
    );
    if (there) return true;
    await new Promise((go) => setTimeout(go, pause));
  }
  return false;
}

const KEY = "reloads";
const MOST = 3;
const WITHIN = 60_000;

/** Count a reload by itself; false where there were several of late: then loading again does not help. */
export function mayReload(now = Date.now()): boolean {
  const late = (sessionStorage.getItem(KEY) ?? "").split(" ").filter((at) => at !== "" && now - Number(at) < WITHIN);
  if (late.length >= MOST) return false;
  sessionStorage.setItem(KEY, [...late, now].join(" "));
  return true;
}
