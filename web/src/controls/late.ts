// A part of the app that is loaded when it is first looked at. A server that is being started anew loses no page: it is
// asked again for a while, and then whoever looks is told (`Boundary`).
import { lazy, type ComponentType, type LazyExoticComponent } from "react";

type Loading<C> = () => Promise<{ default: C }>;

/** For about 40 seconds: a server on a busy machine takes a while to be there again, and the page says meanwhile that it
 * reconnects. */
const WAITS = [200, 400, 800, 1600, ...new Array<number>(12).fill(3000)];
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
      return await dressed(load);
    } catch (error) {
      if (!isUnloaded(error)) throw error;
      await new Promise((go) => setTimeout(go, wait));
    }
  }
  return dressed(load);
}

// Vite asks for a style sheet once: one that did not come is taken for loaded by the next attempt, and the part would be
// shown without it.
const lost = new Set<HTMLLinkElement>();
let coming: Promise<unknown> = Promise.resolve();
document.addEventListener(
  "error",
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === "stylesheet") lost.add(target);
  },
  true,
);

/** What is loaded, once every style sheet is there. */
async function dressed<C>(load: Loading<C>): Promise<{ default: C }> {
  const loaded = await load();
  const again = [...lost].map(anew);
  lost.clear();
  if (again.length > 0) coming = Promise.all([coming.catch(() => null), ...again]);
  await coming;
  return loaded;
}

const anew = (link: HTMLLinkElement): Promise<unknown> =>
  new Promise((done, fail) => {
    const next = link.cloneNode() as HTMLLinkElement;
    next.addEventListener("load", done);
    next.addEventListener("error", () => {
      fail(new Error(`Unable to preload CSS for ${next.href}`));
    });
    link.replaceWith(next);
  });

/** Whether a part of the app could not be fetched. */
export const isUnloaded = (error: unknown): boolean => error instanceof Error && UNLOADED.test(error.message);
