// What had the focus has gone: where does whoever uses the keyboard go on? In the page, not at the top of the rail.
import { useEffect, useLayoutEffect, useRef, type RefObject } from "react";

function toPage(): void {
  document.getElementById("main")?.focus({ preventScroll: true });
}

/** When another page comes, and what was pressed went with the one before. */
export function usePageFocus(page: string): void {
  const before = useRef(page);
  useEffect(() => {
    if (before.current !== page && document.activeElement === document.body) toPage();
    before.current = page;
  }, [page]);
}

/** For a part of the page that goes when what it asks for was done. A button that is pressed may lose its focus first. */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null);
  useLayoutEffect(() => {
    const part = place.current;
    return () => {
      const active = document.activeElement;
      if (active === document.body || part?.contains(active) === true) toPage();
    };
  }, []);
  return place;
}
