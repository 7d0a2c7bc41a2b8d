// What is shown now, and how does it move? One cursor over one log, live or recorded, at the viewer's speed.
//
// The head keeps growing while the viewer looks at the past. Committed events and words on their way are painted with
// the next frame, at most every 30 ms, or less often when frames grow slow; a hidden page is served by a slow timer.
import { advanced, type Speed } from "./clock";
import { EventLog, type Logged } from "./log";
import { NOTHING } from "./fold";
import { Commits } from "./commits";
import type { Connection, Sink, Source } from "./source";
import { LiveSpeeches, Pace, SILENCE, type Speeches } from "./speeches";
import type { Problem, SessionState } from "@/wire/types";

/** What is drawn: the state after `count` events and what is being said `t` milliseconds in. */
export interface Moment {
  state: SessionState;
  speeches: Speeches;
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
  /** True once the first events are there. */
  loaded: boolean;
  /** Counts jumps, so that a view can show a jump without movement. */
  jumps: number;
  problem: Problem | null;
}

const FRESH: Transport = {
  connection: "connecting",
  atHead: true,
  playing: false,
  speed: 1,
  skipIdle: true,
  length: 0,
  duration: 0,
  ended: false,
  loaded: false,
  jumps: 0,
  problem: null,
};

export class Player implements Sink {
  readonly log = new EventLog();
  private readonly live = new LiveSpeeches();
  private readonly pace = new Pace(this.log);
  private readonly watchers = new Set<() => void>();
  private readonly commits = new Commits((elapsed) => {
    this.commit(elapsed);
  });
  private shown: Moment = { state: NOTHING, speeches: SILENCE, count: 0, t: 0 };
  private moves: Transport = FRESH;
  private close: () => void = () => undefined;

  /** Begins to listen to a source. */
  open(source: Source): void {
    this.close();
    this.close = source(this);
  }

  /** Stops listening, and moves no more. */
  dispose(): void {
    this.close();
    this.commits.stop();
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
  readonly moment = (): Moment => this.shown;
  readonly transport = (): Transport => this.moves;

  // What a source says.

  have(): number {
    return this.log.length;
  }

  events(events: readonly Logged[]): void {
    for (const event of events) {
      if (this.log.append(event) === "gap") break;
      this.live.settled(event);
    }
    this.commits.soon(true);
  }

  speaking(pieces: Parameters<Sink["speaking"]>[0]): void {
    for (const piece of pieces) this.live.heard(piece);
    this.commits.soon(false);
  }

  ended(): void {
    this.live.clear();
    this.change({ ended: true });
    this.commits.soon(true);
  }

  connection(now: Connection): void {
    if (now !== "live") this.live.clear();
    this.change(now === "live" || now === "stored" ? { connection: now, problem: null } : { connection: now });
  }

  failed(problem: Problem): void {
    this.change({ problem });
  }

  // What a viewer does.

  play(): void {
    if (this.moves.atHead && this.moves.ended) this.seek(0);
    this.change({ playing: true, atHead: this.moves.atHead && !this.moves.ended });
    this.commits.soon(true);
  }

  pause(): void {
    this.show(this.shown.count, this.shown.t);
    this.change({ playing: false, atHead: false });
  }

  /** To a running time, in milliseconds. */
  seek(t: number): void {
    const at = Math.min(Math.max(0, t), this.log.duration);
    this.jump(Math.max(1, this.log.countAt(at)), at);
  }

  /** To just after the first `count` events. */
  seekCount(count: number): void {
    const whole = Math.min(Math.max(1, count), this.log.length);
    this.jump(whole, this.log.events[whole - 1]?.t ?? 0);
  }

  /** To the newest moment, going along with it from now on. */
  toHead(): void {
    this.change({ atHead: true, playing: false, jumps: this.moves.jumps + 1 });
    this.commits.soon(true);
  }

  setSpeed(speed: Speed): void {
    this.change({ speed });
  }

  setSkipIdle(skipIdle: boolean): void {
    this.change({ skipIdle });
  }

  private jump(count: number, t: number): void {
    this.change({ atHead: false, jumps: this.moves.jumps + 1 });
    this.show(count, t);
    this.commits.soon(true);
  }

  /** Draws what has come since the last time, and moves the playhead on. */
  private commit(elapsed: number): void {
    const { playing, atHead, speed, skipIdle, ended } = this.moves;
    const { length, duration } = this.log;
    if (length !== this.moves.length) this.change({ length, duration, loaded: true }, false);
    if (atHead) this.show(length, duration);
    else if (playing) {
      const [last, next] = [this.log.events[this.shown.count - 1], this.log.events[this.shown.count]];
      const idle = { skip: skipIdle && !this.speaks(), began: last?.t ?? 0, until: next?.t ?? duration };
      const t = advanced(this.shown.t, elapsed, speed, duration, idle);
      this.show(Math.max(1, this.log.countAt(t)), t);
      if (t >= duration) this.change(ended ? { playing: false, atHead: true } : { atHead: true, playing: false });
      else this.commits.soon(true);
    }
    this.tell();
  }

  /** Whether anybody speaks at the moment shown: such a pause is not idle. */
  private speaks(): boolean {
    return this.shown.speeches.size > 0 || Object.values(this.shown.state.moves).some((m) => m.state === "asked");
  }

  private show(count: number, t: number): void {
    const atHead = this.moves.atHead && !this.moves.ended;
    const speeches = atHead ? this.live.now() : this.pace.at(count, t);
    const state = this.log.at(count);
    const same = state === this.shown.state && speeches === this.shown.speeches && t === this.shown.t;
    if (!same) this.shown = { state, speeches, count, t };
  }

  private change(changed: Partial<Transport>, tell = true): void {
    this.moves = { ...this.moves, ...changed };
    if (tell) this.tell();
  }

  private tell(): void {
    for (const watcher of this.watchers) watcher();
  }
}
