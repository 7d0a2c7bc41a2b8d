// What is known about how the moment shown moves? Where it stands, who moves it, and how the way to the server is.
import type { Gist, Problem, SessionState } from "@/wire/types";
import type { Speed } from "./clock";
import type { Beat } from "./show/beat";
import type { Connection } from "./source";
import type { Speeches } from "./speeches";
import type { Waits } from "./waits";

/** What is drawn: the state after `count` events, what is being said `t` milliseconds in, and what of it is shown. */
export interface Moment {
  state: SessionState;
  speeches: Speeches;
  /** What is waited for; nothing while the past is looked at. */
  waits: Waits;
  count: number;
  /** Running time of the session. */
  t: number;
  /** Time of the show. */
  at: number;
  /** What is shown now; null at the end, and while there is nothing to be shown but how things stand. */
  beat: Beat | null;
}

/** Everything about how the moment is moved. */
export interface Transport {
  connection: Connection;
  /** True while the moment shown goes along with the session, the newest one or on the way to it. */
  atHead: boolean;
  /** True while there is more to be shown of what has happened before the newest moment is on. */
  behind: boolean;
  playing: boolean;
  speed: Speed;
  skipIdle: boolean;
  /** Events in the log. */
  length: number;
  /** How long the show is so far. */
  duration: number;
  /** True when nothing more will come. */
  ended: boolean;
  /** What the session came to, in the server's words; null until it has ended and that is known. */
  gist: Gist | null;
  /** The conversation it belongs to. */
  conversation: string | null;
  /** True once the first events are there. */
  loaded: boolean;
  /** Counts jumps, so that a view can show a jump without movement. */
  jumps: number;
  problem: Problem | null;
}

export const FRESH: Transport = {
  connection: "connecting",
  atHead: true,
  behind: false,
  playing: false,
  speed: 1,
  skipIdle: true,
  length: 0,
  duration: 0,
  ended: false,
  gist: null,
  conversation: null,
  loaded: false,
  jumps: 0,
  problem: null,
};

/** How the moment is moved, told to whoever watches. */
export class Moved {
  protected moves: Transport = FRESH;
  private readonly watchers = new Set<() => void>();

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
  readonly transport = (): Transport => this.moves;

  protected change(changed: Partial<Transport>, tell = true): void {
    this.moves = { ...this.moves, ...changed };
    if (tell) this.tell();
  }

  protected tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}
