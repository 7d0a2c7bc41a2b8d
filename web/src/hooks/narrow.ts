// Is the window narrower than something needs? Drawn anew when that changes.
import { useSyncExternalStore } from "react";

/** Whether the window is at most so many pixels wide. */
export const useNarrow = (most: number): boolean =>
  useSyncExternalStore(
    (watcher) => {
      const query = asked(most);
      query.addEventListener("change", watcher);
      return () => {
        query.removeEventListener("change", watcher);
      };
    },
    () => asked(most).matches,
  );

const asked = (most: number): MediaQueryList => matchMedia(`(max-width: ${String(most)}px)`);
