// How long has a session that still runs been running? The last event's time, and what has passed since by our clock.
import type { Logged } from "./log";

/** Longest stretch without an event that is believed: the viewer's clock may simply be wrong. */
const BELIEVED = 6 * 60 * 60 * 1000;

export class RunningTime {
  private t = 0;
  private at = 0;
  /** How far our clock is ahead of the server's, as seen by what arrived at once. */
  private ahead: number | null = null;
  private waits = false;

  /** The newest event, whether it came as it happened, and whether people alone are awaited after it: no time counts. */
  heard(event: Logged, fresh: boolean, waits = false, now = Date.now()): void {
    const at = Date.parse(event.at);
    if (Number.isNaN(at)) return;
    this.waits = waits;
    [this.t, this.at] = [event.t, at];
    if (fresh || now < at) this.ahead = Math.min(this.ahead ?? Infinity, now - at);
  }

  /** Milliseconds of running time now. */
  now(now = Date.now()): number {
    if (this.at === 0 || this.waits) return this.t;
    return this.t + Math.min(BELIEVED, Math.max(0, now - this.at - (this.ahead ?? 0)));
  }
}
