// Does a text that grows keep its end in view? Only for a reader who is at its end; others are told that there is more.
import { useCallback, useEffect, useRef, useState, type RefObject } from "react";

const NEAR = 28;

export interface Stick {
  place: RefObject<HTMLDivElement | null>;
  /** Whether something new stands below what is in view. */
  more: boolean;
  toEnd: () => void;
}

/** Follows the end of what grows in `place` while `growing`. */
export function useStick(growing: boolean): Stick {
  const place = useRef<HTMLDivElement | null>(null);
  const atEnd = useRef(true);
  const [more, setMore] = useState(false);

  useEffect(() => {
    const box = place.current;
    const inner = box?.firstElementChild;
    if (box === null || inner == null) return;
    const watch = (): void => {
      atEnd.current = box.scrollHeight - box.scrollTop - box.clientHeight < NEAR;
      if (atEnd.current) setMore(false);
    };
    const grown = new ResizeObserver(() => {
      if (!growing) return;
      if (atEnd.current) box.scrollTop = box.scrollHeight;
      else setMore(true);
    });
    box.addEventListener("scroll", watch, { passive: true });
    grown.observe(inner);
    return () => {
      box.removeEventListener("scroll", watch);
      grown.disconnect();
    };
  }, [growing]);

  const toEnd = useCallback(() => {
    const box = place.current;
    if (box === null) return;
    atEnd.current = true;
    box.scrollTop = box.scrollHeight;
    setMore(false);
  }, []);

  return { place, more: more && growing, toEnd };
}
