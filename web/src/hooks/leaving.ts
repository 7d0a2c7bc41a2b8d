// May the page be left? Whoever holds something unsaved is asked first, whatever leads away: a link, a key, a search, Back.
import { useEffect, useRef } from "react";
import { useLocation, type AroundNavHandler } from "wouter";

/** Asked with how to go there after all. */
type Guard = (go: () => void) => void;

let free = false;
const guards: { path: () => string; ask: Guard }[] = [];
const pathOf = (address: string): string => address.split(/[?#]/, 1)[0] ?? "";

/** Goes through every change of the address that the app makes; stands once, around all pages. */
export const aroundNav: AroundNavHandler = (navigate, to, options) => {
  const guard = guards.at(-1);
  if (free || guard === undefined || pathOf(to) === guard.path()) navigate(to, options);
  else
    guard.ask(() => {
      freely(() => {
        navigate(to, options);
      });
    });
};

/** Goes without asking: what was unsaved is saved, or given up. */
export function freely(go: () => void): void {
  free = true;
  try {
    go();
  } finally {
    free = false;
  }
}

/** While `holds`, leaving this page is asked of `ask` first. */
export function useLeaving(holds: boolean, ask: Guard): void {
  const [place] = useLocation();
  const latest = useRef({ place, ask });
  useEffect(() => {
    latest.current = { place, ask };
  });
  useEffect(() => {
    if (!holds) return;
    const guard = {
      path: () => latest.current.place,
      ask: (go: () => void) => {
        latest.current.ask(go);
      },
    };
    const here = location.href;
    const close = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    // Going back has happened when it is heard of: nobody else hears, and the address is put back as it was.
    const turned = (event: PopStateEvent): void => {
      if (location.pathname === new URL(here).pathname) return;
      event.stopImmediatePropagation();
      history.pushState(null, "", here);
      guard.ask(() => {
        removeEventListener("popstate", turned, true);
        history.back();
      });
    };
    guards.push(guard);
    addEventListener("beforeunload", close);
    addEventListener("popstate", turned, true);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      removeEventListener("beforeunload", close);
      removeEventListener("popstate", turned, true);
    };
  }, [holds]);
}
