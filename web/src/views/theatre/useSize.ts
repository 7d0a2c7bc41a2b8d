// How large is an element now? Measured when it appears and whenever that changes.
import { useLayoutEffect, useState, type RefObject } from "react";
import type { Size } from "./arena/places";

/** Where nothing can be measured, as in a test. */
const UNMEASURED: Size = { width: 900, height: 660 };

export function useSize(place: RefObject<HTMLElement | null>): Size {
  const [size, setSize] = useState(UNMEASURED);
  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width > 0 && height > 0)
        setSize((before) => (before.width === width && before.height === height ? before : { width, height }));
    };
    measure();
    const watcher = new ResizeObserver(measure);
    watcher.observe(element);
    return () => {
      watcher.disconnect();
    };
  }, [place]);
  return size;
}
