// A part of the app that is loaded when it is first looked at. A server that is being started anew loses no page: it is
// asked again for a while, and then whoever looks is told (`Boundary`).
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

type Loading<C> = () => Promise<{ default: C }>;

const WAITS = [200, 400, 800, 1600, 3000, 3000, 3000];
/** What browsers call a module that did not come. */
const UNLOADED = /dynamically imported module|importing a module script failed|unable to preload/i;

/** `any`, as React has it: what a component is given is checked where it stands. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any
export const late = <C extends ComponentType<any>>(load: Loading<C>): LazyExoticComponent<C> =>
  lazy(() => patiently(load));

/** Loads it, and tries again where the server did not answer; what is wrong in a module itself fails at once. */
export async function patiently<C>(load: Loading<C>, waits: readonly number[] = WAITS): Promise<{ default: C }> {
  for (const wait of waits) {
    try {
      return await load();
    } catch (error) {
      if (!isUnloaded(error)) throw error;
      await new Promise((go) => setTimeout(go, wait));
    }
  }
  return load();
}

/** Whether a part of the app could not be fetched. */
export const isUnloaded = (error: unknown): boolean => error instanceof Error && UNLOADED.test(error.message);
