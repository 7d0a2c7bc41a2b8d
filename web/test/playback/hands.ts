// How is a player led through a test? By a source held in hand, and by frames that come when they are asked for.
import { vi } from "vitest";
import type { Player } from "@/playback/player";
import type { Sink } from "@/playback/source";

/** A source held in hand. */
export function held(): { sink: () => Sink; open: (player: Player) => void; opened: () => number } {
  let [sink, opened]: [Sink | null, number] = [null, 0];
  return {
    sink: () => sink as Sink,
    opened: () => opened,
    open: (player) => {
      player.open((given) => {
        [sink, opened] = [given, opened + 1];
        given.connection("live");
        return () => undefined;
      });
    },
  };
}
export const frames = (count: number): void => {
  for (let n = 0; n < count; n++) vi.advanceTimersToNextFrame();
};
