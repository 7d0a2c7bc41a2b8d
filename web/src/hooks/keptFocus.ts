// Where does the focus go when what had it is gone or can no longer be used? To what stands there now, never to the page.
import { useEffect, useRef, type RefObject } from "react";

const usable = (element: Element | null): element is HTMLElement =>
  element instanceof HTMLElement && element.isConnected && !element.matches(":disabled");

/** A place that keeps the focus: while it had it last, dialogs opened from it left aside, what can be pressed in it gets it back. */
export function useKeptFocus<T extends HTMLElement>(): RefObject<T | null> {
  const place = useRef<T>(null);
  const last = useRef<HTMLElement | null>(null);
  useEffect(() => {
    const met = ({ target }: Event): void => {
      if (!(target instanceof HTMLElement) || target.closest("dialog") !== null) return;
      last.current = place.current?.contains(target) === true ? target : null;
    };
    document.addEventListener("focusin", met);
    document.addEventListener("pointerdown", met);
    return () => {
      document.removeEventListener("focusin", met);
      document.removeEventListener("pointerdown", met);
    };
  }, []);
  useEffect(() => {
    const { activeElement: now } = document;
    if (last.current === null || (now !== document.body && usable(now))) return;
    const next = usable(last.current) ? last.current : place.current?.querySelector("button:enabled");
    if (next instanceof HTMLElement) next.focus();
  });
  return place;
}
