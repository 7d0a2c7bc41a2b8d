// What is shown now, and how does it move? One cursor over one log, live or recorded, at the viewer's speed.
//
// The head keeps growing while the viewer looks at the past. Committed events and words on their way are painted with
// the next frame, at most every 30 ms, or less often when frames grow slow; a hidden page is served by a slow timer.
import { advanced, type Speed } from "./clock";
import { Commits } from "./commits";
import { NOTHING } from "./fold/fold";
import { EventLog, type Logged } from "./log";
import { Pace } from "./pace/pace";
import { RunningTime } from "./running";
import type { Sink, Source } from "./source";
import { LiveSpeeches, SILENCE } from "./speeches";
import { statusOf } from "./fold/status";
import { FRESH, type Moment, type Transport } from "./transport";
import { LiveWaits, NO_WAITS } from "./waits";
import type { Gist, Problem } from "@/wire/types";

export type { Moment, Transport } from "./transport";

/** A page that was not looked at moves on by at most this much, in milliseconds. */
const LONGEST_STEP = 500;

export class Player implements Sink {
  readonly log = new EventLog();
  private readonly live = new LiveSpeeches();
  private readonly waits = new LiveWaits();
  private readonly pace = new Pace(this.log, this.live);
  private readonly running = new RunningTime();
  private readonly watchers = new Set<() => void>();
  private readonly commits = new Commits((now) => {
    this.commit(now);
  });
  private shown: Moment = { state: NOTHING, speeches: SILENCE, waits: NO_WAITS, count: 0, t: 0 };
  private moves: Transport = FRESH;
  private source: Source | null = null;
  private close: () => void = () => undefined;
  /** When the playhead last moved by itself; 0 while it stands. */
  private ran = 0;
  /** When words were last drawn while playing. */
  private worded = 0;
  /** A time to go to as soon as it is known. */
  private wanted: number | null = null;

  /** Begins to listen to a source. */
  open(source: Source): void {
    this.close();
    this.source = source;
    this.close = source(this);
  }

  /** Listens again, from where it is: the session was taken up once more, or could not be reached. */
  reopen(): void {
    this.change({ problem: null, ended: false, gist: null });
    if (this.source !== null) this.open(this.source);
  }

  /** Stops listening, and moves no more. */
  dispose(): void {
    this.close();
    this.close = () => undefined;
    this.commits.stop();
    this.ran = 0;
  }

  readonly subscribe = (watcher: () => void): (() => void) => {
    this.watchers.add(watcher);
    return () => this.watchers.delete(watcher);
  };
  readonly moment = (): Moment => this.shown;
  readonly transport = (): Transport => this.moves;

  /** Milliseconds of running time at the moment shown; goes on between events while the session runs. */
  readonly elapsed = (): number =>
    this.moves.atHead && !this.moves.ended ? Math.max(this.log.duration, this.running.now()) : this.shown.t;

  /** A moment that is looked at without going there. */
  readonly peek = (t: number): Moment => {
    const count = Math.max(1, this.log.countAt(t));
    return { state: this.log.at(count), speeches: this.pace.look(count, t), waits: NO_WAITS, count, t };
  };

  // What a source says.

  have(): number {
    return this.log.length;
  }

  resumable(): boolean {
    return this.log.events[this.log.length - 1]?.kind === "SessionStopped";
  }

  events(events: readonly Logged[]): void {
    const before = this.log.length;
    for (const event of events) {
      const taken = this.log.append(event);
      if (taken === "gap") break;
      if (taken !== "added") continue;
      this.live.settled(event);
      this.waits.settled(event);
    }
    const last = this.log.events[this.log.length - 1];
    if (this.log.length === before || last === undefined) return;
    this.running.heard(last, this.moves.connection === "live", statusOf(this.log.head) === "waiting");
    if (this.moves.ended) this.change({ ended: false, gist: null }, false);
    if (this.wanted !== null && this.wanted <= this.log.duration) this.seek(this.wanted);
    this.commits.soon(true);
  }

  speaking(pieces: Parameters<Sink["speaking"]>[0]): void {
    const t = this.running.now();
    for (const piece of pieces) this.live.heard(piece, t);
    this.commits.soon(false);
  }

  waiting(pieces: Parameters<Sink["waiting"]>[0]): void {
    for (const piece of pieces) this.waits.heard(piece);
    this.commits.soon(false);
  }

  ended(gist: Gist | null = null): void {
    this.live.clear();
    this.waits.clear();
    this.change({ ended: true, gist: gist ?? this.moves.gist, playing: this.moves.playing && !this.moves.atHead });
    if (this.wanted !== null) this.seek(this.wanted);
    this.commits.soon(true);
  }

  connection(now: Transport["connection"]): void {
    this.change(now === "live" || now === "stored" ? { connection: now, problem: null } : { connection: now });
    if (now === "live" && this.wanted !== null && this.log.length > 0) this.seek(this.wanted);
  }

  failed(problem: Problem): void {
    this.change({ problem });
  }

  // What a viewer does.

  /** Plays on; at the end of a finished session, from its beginning. */
  play(): void {
    if (this.moves.ended && (this.moves.atHead || this.shown.t >= this.log.duration)) this.seek(0);
    this.change({ playing: true, atHead: this.moves.atHead && !this.moves.ended });
    this.commits.soon(true);
  }

  pause(): void {
    if (this.log.length === 0) return; // there is no moment yet to stand still at
    this.ran = 0;
    this.change({ playing: false, atHead: false });
  }

  /** To a running time, in milliseconds. */
  seek(t: number): void {
    if (this.log.length === 0) {
      this.wanted = Math.max(0, t);
      return;
    }
    const at = Math.min(Math.max(0, t), this.log.duration);
    this.jump(this.log.countAt(at), at);
  }

  /** To just after the first `count` events. */
  seekCount(count: number): void {
    if (this.log.length === 0) return;
    const whole = Math.min(Math.max(1, count), this.log.length);
    this.jump(whole, this.log.events[whole - 1]?.t ?? 0);
  }

  /** To a running time that may not have come in yet. */
  seekWhenKnown(t: number): void {
    if (t <= this.log.duration && this.log.length > 0) this.seek(t);
    else this.wanted = t;
  }

  /** To the newest moment, going along with it from now on. */
  toHead(): void {
    this.wanted = null;
    this.change({ atHead: true, playing: false, jumps: this.moves.jumps + 1 }, false);
    this.commits.soon(true);
  }

  setSpeed(speed: Speed): void {
    this.change({ speed });
  }

  setSkipIdle(skipIdle: boolean): void {
    this.change({ skipIdle });
  }

  private jump(count: number, t: number): void {
    this.wanted = null;
    this.change({ atHead: false, jumps: this.moves.jumps + 1 }, false);
    this.show(Math.min(this.log.length, Math.max(1, count)), t, true);
    this.commits.soon(true);
  }

  /** Draws what has come since the last time, and moves the playhead on. */
  private commit(now: number): void {
    const { playing, atHead } = this.moves;
    const { length, duration } = this.log;
    if (length !== this.moves.length) this.change({ length, duration, loaded: true }, false);
    if (atHead) this.show(length, duration, true);
    else if (playing) this.run(now);
    if (!this.moves.playing || this.moves.atHead) this.ran = 0;
    for (const watcher of this.watchers) watcher();
  }

  /** Moves the playhead by the time that has passed. */
  private run(now: number): void {
    const { speed, skipIdle, ended } = this.moves;
    const { duration } = this.log;
    const passed = this.ran === 0 ? 0 : Math.min(LONGEST_STEP, now - this.ran);
    this.ran = now;
    const idle = { skip: skipIdle, ...this.pace.quiet(this.shown.count, this.shown.t) };
    const t = advanced(this.shown.t, passed, speed, duration, idle);
    if (t >= duration) {
      this.change({ atHead: true, playing: false }, false);
      this.show(this.log.length, duration, true);
      if (ended) return;
    }
    const count = Math.max(1, this.log.countAt(t));
    const words = count !== this.shown.count || now - this.worded >= this.commits.gap();
    if (words) this.worded = now;
    if (t < duration) this.show(count, t, words);
    this.commits.soon(true);
  }

  /** Shows a moment; `words` says whether what is being said is looked up anew. */
  private show(count: number, t: number, words: boolean): void {
    const current = this.moves.atHead && !this.moves.ended;
    const state = this.log.at(count);
    const speeches = !words ? this.shown.speeches : current ? this.live.now() : this.pace.at(count, t);
    const waits = current ? this.waits.now() : NO_WAITS;
    const { shown } = this;
    const same = state === shown.state && speeches === shown.speeches && waits === shown.waits;
    if (!same || t !== shown.t || count !== shown.count) this.shown = { state, speeches, waits, count, t };
  }

  private change(changed: Partial<Transport>, tell = true): void {
    this.moves = { ...this.moves, ...changed };
    if (tell) for (const watcher of this.watchers) watcher();
  }
}
