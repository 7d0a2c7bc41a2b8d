// How is a view put on a test page? Over the real player and a golden transcript, at any of its events.
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { SessionContext } from "@/hooks/session";
import type { Logged } from "@/playback/log";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import type { Gist } from "@/wire/types";

export interface Mounted extends RenderResult {
  player: Player;
  /** Goes to just after so many events. */
  at(count: number): void;
}

export function around(children: ReactNode, path = "/"): ReactNode {
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { hook, searchHook } = memoryLocation({ path });
  return (
    <QueryClientProvider client={queries}>
      <Router hook={hook} searchHook={searchHook}>
        {children}
      </Router>
    </QueryClientProvider>
  );
}

export function mounted(
  view: ReactNode,
  events: readonly Logged[],
  count = events.length,
  path = "/",
  gist: Gist | null = null,
): Mounted {
  const player = new Player();
  player.open(recorded(events, gist));
  player.seekCount(count);
  const page = render(around(<SessionContext value={player}>{view}</SessionContext>, path));
  return {
    ...page,
    player,
    at(next: number) {
      act(() => {
        player.seekCount(next);
        player.setSpeed(1); // is told of at once, where a jump waits for the next frame
      });
    },
  };
}

/** A player at the end of a recorded session. */
export async function opened(events: readonly Logged[]): Promise<Player> {
  const player = new Player();
  player.open(recorded(events));
  await settle();
  return player;
}

/** Parts of a session's page around a player, with the real address. */
export const shown = (player: Player, children: ReactNode): RenderResult =>
  render(<SessionContext value={player}>{children}</SessionContext>);

/** Long enough for frames and what waits for them. */
export const settle = (wait = 60): Promise<void> => act(() => new Promise<void>((done) => setTimeout(done, wait)));

/** Just after the first event of which this holds. */
export const after = (events: readonly Logged[], found: (event: Logged) => boolean): number =>
  events.findIndex(found) + 1;
