// How does a view look at the session it stands in? Through a selector on the moment shown, or on the transport.
//
// A selector gives a scalar or something that keeps its identity; what is built anew is compared by its parts.
import { createContext, use, useRef, useSyncExternalStore } from "react";
import type { Moment, Player, Transport } from "@/playback/player";
import { looksOf, type Looks } from "@/playback/looks";
import type { SessionState } from "@/wire/types";

export const SessionContext = createContext<Player | null>(null);

/** The player of the session this view stands in. */
export function usePlayer(): Player {
  const player = use(SessionContext);
  if (player === null) throw new Error("This view stands in no session.");
  return player;
}

/** A part of the moment shown. */
export function useMoment<T>(select: (moment: Moment) => T): T {
  const player = usePlayer();
  return useKept(player.subscribe, () => select(player.moment()));
}

/** A part of how the session stands: who goes along with it is told at once, however far behind what is watched may be. */
export function useStanding<T>(select: (state: SessionState) => T): T {
  const player = usePlayer();
  return useKept(player.subscribe, () => select(player.transport().atHead ? player.log.head : player.moment().state));
}

/** A part of how the moment is moved. */
export function useTransport<T>(select: (transport: Transport) => T): T {
  const player = usePlayer();
  return useKept(player.subscribe, () => select(player.transport()));
}

/** How everybody is shown. */
export function useLooks(): Looks {
  return useMoment((moment) => looksOf(moment.state));
}

/** Whether what is shown is the end of a session that came to no verdict and can be taken up again. */
export function useResumable(): boolean {
  const player = usePlayer();
  return useMoment(({ count }) => {
    const { ended, atHead } = player.transport();
    return ended && (atHead || count === player.log.length) && player.resumable();
  });
}

function useKept<T>(subscribe: (watcher: () => void) => () => void, read: () => T): T {
  const kept = useRef<{ value: T } | null>(null);
  const snapshot = (): T => {
    const value = read();
    if (kept.current !== null && isSame(kept.current.value, value)) return kept.current.value;
    kept.current = { value };
    return value;
  };
  return useSyncExternalStore(subscribe, snapshot, snapshot);
}

/** Equal, or built of equal parts. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  if (Object.getPrototypeOf(one) !== Object.getPrototypeOf(other) || one instanceof Map) return false;
  const [mine, theirs] = [Object.entries(one), Object.entries(other)];
  return (
    mine.length === theirs.length &&
    mine.every(([name, value]) => Object.is(value, (other as Record<string, unknown>)[name]))
  );
}
