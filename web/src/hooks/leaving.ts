// May the page be left? Whoever holds something unsaved is asked first, whatever leads away: a link, a key, a search, Back.
import { useEffect, useRef } from "react";
import { useLocation, type AroundNavHandler } from "wouter";

interface Guard {
  /** The path that is guarded, as the app's router has it. */
  path: () => string;
  /** Its whole address. */
  here: string;
  /** Asked with how to go there after all. */
  ask: (go: () => void) => void;
  /** Whether leaving was agreed to. */
  open: boolean;
}

let free = false;
const guards: Guard[] = [];
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

/** Going back has happened when it is heard of: nobody else hears of it, and the address is put back as it was. */
function turned(event: PopStateEvent): void {
  const guard = guards.at(-1);
  if (guard === undefined || guard.open || location.pathname === new URL(guard.here).pathname) return;
  event.stopImmediatePropagation();
  history.pushState(null, "", guard.here);
  guard.ask(() => {
    guard.open = true;
    history.back();
  });
}

// Listeners of a window are called in the order they came: this one has to come before the router's first.
globalThis.addEventListener?.("popstate", turned);

/** While `holds`, leaving this page is asked of `ask` first. */
export function useLeaving(holds: boolean, ask: Guard["ask"]): void {
  const [place] = useLocation();
  const latest = useRef({ place, ask });
  useEffect(() => {
    latest.current = { place, ask };
  });
  useEffect(() => {
    if (!holds) return;
    const guard: Guard = {
      path: () => latest.current.place,
      here: location.href,
      ask: (go) => {
        latest.current.ask(go);
      },
      open: false,
    };
    const close = (event: BeforeUnloadEvent): void => {
      event.preventDefault();
    };
    guards.push(guard);
    addEventListener("beforeunload", close);
    return () => {
      guards.splice(guards.indexOf(guard), 1);
      removeEventListener("beforeunload", close);
    };
  }, [holds]);
}
