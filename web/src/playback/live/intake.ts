// What has come in? Committed events into the log, words on their way and what is waited for beside it.
import { EventLog, type Logged } from "../log";
import { RunningTime } from "../running";
import { Reach } from "../show/reach";
import { statusOf } from "../fold/status";
import { LiveSpeeches } from "../speeches";
import type { Sink } from "../source";
import { LiveWaits } from "../waits";

export class Intake {
  readonly log = new EventLog();
  readonly live = new LiveSpeeches();
  readonly waits = new LiveWaits();
  readonly running = new RunningTime();
  readonly reach = new Reach(this.live);

  /** Takes events in; `there` is whether the viewer hears words as they come, `fresh` whether they come as they happen.
   * Returns whether there were any. */
  events(events: readonly Logged[], there: boolean, fresh: boolean): boolean {
    const before = this.log.length;
    for (const event of events) {
      const taken = this.log.append(event);
      if (taken === "gap") break;
      if (taken !== "added") continue;
      if (there) this.reach.settled(event);
      this.live.settled(event);
      this.waits.settled(event);
    }
    const last = this.log.events[this.log.length - 1];
    if (this.log.length === before || last === undefined) return false;
    this.running.heard(last, fresh, this.awaited);
    return true;
  }

  speaking(pieces: Parameters<Sink["speaking"]>[0]): void {
    const t = this.running.now();
    for (const piece of pieces) this.live.heard(piece, t);
  }

  waiting(pieces: Parameters<Sink["waiting"]>[0]): void {
    for (const piece of pieces) this.waits.heard(piece);
  }

  /** Nothing is on its way any more. */
  over(): void {
    this.live.clear();
    this.waits.clear();
  }

  /** Whether the session awaits only people: then nobody is kept waiting by a show. */
  get awaited(): boolean {
    return statusOf(this.log.head) === "waiting";
  }
}
