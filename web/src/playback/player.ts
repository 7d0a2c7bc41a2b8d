// What is shown now, and how does it move? One cursor over one log, live or recorded, at the viewer's speed.
//
// The cursor stands at a time of the show (`show/`). Who watches a session that runs is led through it; who only reads along
// stands at its newest event. The head keeps growing while the viewer looks at the past. What has come is painted with the
// next frame, words at most every 30 ms, or less often when frames grow slow; a hidden page by a slow timer.
import type { Speed } from "./clock";
import { Commits } from "./commits";
import { Intake } from "./live/intake";
import type { EventLog, Logged } from "./log";
import type { Way } from "./show/beat";
import { Passing } from "./show/passing";
import { Projector } from "./show/projector";
import type { Position, Show } from "./show/show";
import { isThere, type Sink, type Source } from "./source";
import { Moved, type Moment, type Transport } from "./transport";
import type { Gist, Problem } from "@/wire/types";

export type { Moment, Transport } from "./transport";
/** Who comes no later than this after the beginning of a session is shown it from its beginning. */
const JUST_BEGUN = 5000;

export class Player extends Moved implements Sink {
  private readonly taken = new Intake();
  readonly log: EventLog = this.taken.log;
  private readonly screen = new Projector(this.log, this.taken.live, this.taken.waits);
  private readonly commits = new Commits((now) => {
    this.commit(now);
  });
  private source: Source | null = null;
  private close: () => void = () => undefined;
  private readonly passing = new Passing();
  /** When words were last drawn while playing. */
  private worded = 0;
  /** A running time to go to as soon as it is known, and how far on from there. */
  private wanted: { t: number; on: number } | null = null;
  /** Whether somebody watches, and is led through a session that runs. */
  private directed = false;

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
    this.passing.stop();
  }

  readonly moment = (): Moment => this.screen.moment;

  /** Milliseconds of the session's running time; goes on between events while it runs, and stands where the past is shown. */
  readonly elapsed = (): number => {
    const { atHead, ended, connection } = this.moves;
    if (!atHead) return this.screen.moment.t;
    const stands = ended || connection === "interrupted";
    return stands ? this.log.duration : Math.max(this.log.duration, this.taken.running.now());
  };

  /** How long ago happened what comes next for somebody who is led through a session; 0 for anybody else. */
  readonly lag = (): number => {
    const { beat, at } = this.screen.moment;
    const next = this.moves.atHead && this.moves.behind ? this.show.beatAt(beat?.to ?? at) : undefined;
    return next === undefined ? 0 : Math.max(0, this.taken.running.now() - next.t);
  };

  /** A time of the show that is looked at without going there. */
  readonly peek = (at: number): Moment => this.screen.peek(at);

  /** The show of the log, as far as that is known. */
  get show(): Show {
    this.screen.show.grow();
    return this.screen.show;
  }

  have(): number {
    return this.log.length;
  }

  resumable(): boolean {
    return this.log.events[this.log.length - 1]?.kind === "SessionStopped";
  }

  events(events: readonly Logged[]): void {
    const { atHead, behind, connection, ended } = this.moves;
    if (!this.taken.events(events, atHead && !behind, connection === "live")) return;
    if (ended) this.change({ ended: false, gist: null }, false);
    this.commits.soon(true);
    this.goWhereWanted(false);
  }

  speaking(pieces: Parameters<Sink["speaking"]>[0]): void {
    this.taken.speaking(pieces);
    this.commits.soon(false);
  }

  waiting(pieces: Parameters<Sink["waiting"]>[0]): void {
    this.taken.waiting(pieces);
    this.commits.soon(false);
  }

  ended(gist: Gist | null = null): void {
    this.taken.over();
    this.change({ ended: true, gist: gist ?? this.moves.gist, playing: this.moves.playing && !this.moves.atHead });
    this.goWhereWanted(true);
    this.commits.soon(true);
  }

  conversation(id: string | null): void {
    if (id !== this.moves.conversation) this.change({ conversation: id });
  }

  connection(now: Transport["connection"]): void {
    this.change(isThere(now) || now === "stored" ? { connection: now, problem: null } : { connection: now });
    if (isThere(now)) this.goWhereWanted(true);
  }

  failed(problem: Problem): void {
    this.change({ problem });
  }

  /** Says whether somebody watches; who only reads along is at the newest event at once. */
  direct(watched: boolean): void {
    this.directed = watched;
    if (!watched && this.moves.behind) this.toHead();
  }

  /** Shows the words of several members in another way, from the same place on. */
  showBy(way: Way, skipIdle: boolean): void {
    if (this.show.way === way && this.moves.skipIdle === skipIdle) return;
    const at = this.screen.by(way, skipIdle);
    this.change({ skipIdle, duration: this.show.duration, jumps: this.moves.jumps + 1 }, false);
    this.draw(this.show.at(at), at, true);
    this.commits.soon(true);
  }

  /** Plays on; at the end of a finished session, from its beginning. */
  play(): void {
    if (this.moves.ended && !this.moves.behind && this.screen.done) this.seek(0);
    this.change({ playing: true, atHead: this.moves.atHead && !this.moves.ended, behind: false });
    this.commits.soon(true);
  }

  pause(): void {
    if (this.log.length === 0) return; // there is no moment yet to stand still at
    this.passing.stop();
    this.change({ playing: false, atHead: false, behind: false });
  }

  /** To a time of the show, in milliseconds. */
  seek(at: number): void {
    if (this.log.length === 0) return;
    const place = Math.min(Math.max(0, at), this.show.duration);
    this.jump(this.show.at(place), place);
  }

  /** To just after the first `count` events; after the last of a session that has ended, to the end of its show. */
  seekCount(count: number): void {
    if (this.log.length === 0) return;
    const whole = Math.min(Math.max(1, count), this.log.length);
    if (whole === this.log.length && this.moves.ended) this.jump(this.show.end(), this.show.duration);
    else this.jump(this.show.just(whole), this.show.startOf(whole));
  }

  /** To a running time of the session and on from there, in milliseconds; as soon as it has come in. */
  seekRunning(t: number, on = 0): void {
    this.wanted = { t: Math.max(0, t), on };
    if (this.log.length > 0) this.goWhereWanted(this.moves.ended);
  }

  /** To the newest moment, going along with it from now on. */
  toHead(): void {
    this.wanted = null;
    this.change({ atHead: true, behind: false, playing: false, jumps: this.moves.jumps + 1 }, false);
    this.draw(this.show.end(), this.show.duration, true);
    this.commits.soon(true);
  }

  setSpeed(speed: Speed): void {
    this.change({ speed });
  }

  /** Goes where somebody wanted to be, if that is there by now, or if nothing more comes. */
  private goWhereWanted(anyway: boolean): void {
    const { wanted } = this;
    if (wanted === null || this.log.length === 0 || (!anyway && wanted.t > this.log.duration)) return;
    const { to, at } = this.show.near(wanted.t, wanted.on);
    this.jump(to, at);
  }

  private jump(to: Position, at: number): void {
    this.wanted = null;
    this.passing.stop();
    this.change({ atHead: false, behind: false, jumps: this.moves.jumps + 1 }, false);
    this.draw({ ...to, count: Math.min(this.log.length, Math.max(1, to.count)) }, at, true);
    this.commits.soon(true);
  }

  /** Draws what has come since the last time, and moves the playhead on. */
  private commit(now: number): void {
    const { length } = this.log;
    if (length !== this.moves.length) {
      this.led(this.moves.duration);
      this.change({ length, duration: this.show.duration, loaded: true }, false);
    }
    const { beat } = this.screen.moment;
    if (this.moves.atHead && !this.moves.behind) this.draw(this.show.end(), this.show.duration, true);
    else if (this.moves.atHead || this.moves.playing) this.run(now);
    const runs = this.moves.playing || this.moves.behind;
    this.passing.drawn(now, this.screen.moment.beat === beat, runs, this.moves.speed);
    if (runs) this.commits.soon(true);
    this.tell();
  }

  /** What came in after the show ended at `end` is shown from there; whoever comes later begins at the newest moment. */
  private led(end: number): void {
    const { atHead, behind, loaded } = this.moves;
    if (!this.directed || !atHead || behind || this.taken.awaited) return;
    if (!loaded && (this.moves.ended || this.taken.running.now() > JUST_BEGUN)) return;
    const at = loaded ? this.taken.reach.from(this.show, end) : 0;
    this.screen.moveTo(at);
    this.moves = { ...this.moves, behind: at < this.show.duration };
  }

  /** Moves the playhead by the time that has passed. */
  private run(now: number): void {
    const { speed, atHead } = this.moves;
    const at = this.taken.reach.on(this.show, this.screen.moment.at, this.passing.by(now) * speed, atHead);
    if (at >= this.show.duration || (atHead && this.taken.awaited)) {
      this.change({ atHead: true, behind: false, playing: false }, false);
      this.draw(this.show.end(), this.show.duration, true);
      return;
    }
    const to = this.show.at(at);
    const words = to.count !== this.screen.moment.count || now - this.worded >= this.commits.gap();
    if (words) this.worded = now;
    this.draw(to, at, words);
  }

  private draw(to: Position, at: number, words: boolean): void {
    const { atHead, behind, ended } = this.moves;
    this.screen.draw(to, at, words, atHead && !behind && !ended);
  }
}
