// What is known about how the moment shown moves? Where it stands, who moves it, and how the way to the server is.
import type { Gist, Problem, SessionState } from "@/wire/types";
import type { Speed } from "./clock";
import type { Connection } from "./source";
import type { Speeches } from "./speeches";
import type { Waits } from "./waits";

/** What is drawn: the state after `count` events and what is being said `t` milliseconds in. */
export interface Moment {
  state: SessionState;
  speeches: Speeches;
  /** What is waited for; nothing while the past is looked at. */
  waits: Waits;
  count: number;
  t: number;
}

/** Everything about how the moment is moved. */
export interface Transport {
  connection: Connection;
  /** True while the moment shown is the newest one and goes along with it. */
  atHead: boolean;
  playing: boolean;
  speed: Speed;
  skipIdle: boolean;
  /** Events in the log. */
  length: number;
  /** Running time of the newest event. */
  duration: number;
  /** True when nothing more will come. */
  ended: boolean;
  /** What the session came to, in the server's words; null until it has ended and that is known. */
  gist: Gist | null;
  /** True once the first events are there. */
  loaded: boolean;
  /** Counts jumps, so that a view can show a jump without movement. */
  jumps: number;
  problem: Problem | null;
}

export const FRESH: Transport = {
  connection: "connecting",
  atHead: true,
  playing: false,
  speed: 1,
  skipIdle: true,
  length: 0,
  duration: 0,
  ended: false,
  gist: null,
  loaded: false,
  jumps: 0,
  problem: null,
};
