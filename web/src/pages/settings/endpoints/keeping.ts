// How are changes to one endpoint kept that follow each other closely? One after another, each upon the row the last made.
import { useCallback, useEffect, useRef } from "react";
import { say } from "@/language/say";
import type { EndpointFull } from "@/wire/types";
import { useSaving, type Saving } from "../saving";
import { bodyFrom, keepEndpoint, type EndpointBody } from "./endpoint";

export interface Keeping {
  saving: Saving;
  /** Sends a change when those before it are kept; what the server has against it, or null. */
  keep: (changed: EndpointBody) => Promise<string | null>;
}

export function useKeeping(row: EndpointFull): Keeping {
  const { saving, save } = useSaving();
  const newest = useRef(row);
  const open = useRef(0);
  const before = useRef<Promise<unknown>>(Promise.resolve());
  useEffect(() => {
    if (open.current === 0) newest.current = row;
  }, [row]);
  const name = row.endpoint;
  const keep = useCallback(
    async (changed: EndpointBody): Promise<string | null> => {
      open.current += 1;
      const turn = before.current.then(async () => {
        newest.current = await keepEndpoint(name, { ...bodyFrom(newest.current), ...changed });
      });
      before.current = turn.catch(() => undefined);
      let says: string | null = null;
      await save(() =>
        turn.catch((error: unknown) => {
          says = error instanceof Error ? error.message : say("It was not kept.");
          throw error;
        }),
      );
      open.current -= 1;
      return says;
    },
    [name, save],
  );
  return { saving, keep };
}
