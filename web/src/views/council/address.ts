// Which tab and which member did the reader pick? It stands in the address, so that a link shows the same.
import { useCallback } from "react";
import { useSearchParams } from "wouter";

export interface Picked {
  tab: string | null;
  member: string | null;
  /** Picks; what is not named stays, null takes the choice back. */
  pick: (to: { tab?: string | null; m?: string | null }) => void;
}

export function usePicked(): Picked {
  const [search, setSearch] = useSearchParams();
  const pick = useCallback(
    (to: { tab?: string | null; m?: string | null }) => {
      setSearch(
        () => {
          // Read anew: the playhead keeps its own parameters there.
          const next = new URLSearchParams(globalThis.location.search);
          for (const [name, value] of Object.entries(to)) {
            if (value === null || value === undefined) next.delete(name);
            else next.set(name, value);
          }
          return next;
        },
        { replace: true },
      );
    },
    [setSearch],
  );
  return { tab: search.get("tab"), member: search.get("m"), pick };
}
