// What is on the screen? The moment at a position of the show: the state by then, what is being said, what is waited for.
import { SILENCE, type LiveSpeeches } from "../speeches";
import { NOTHING } from "../fold/fold";
import type { EventLog } from "../log";
import { Pace } from "../pace/pace";
import type { Moment } from "../transport";
import { NO_WAITS, type LiveWaits } from "../waits";
import type { Way } from "./beat";
import { Show, type Position } from "./show";

export class Projector {
  /** The show of the log; another one when another way of showing is chosen. */
  show: Show;
  moment: Moment = { state: NOTHING, speeches: SILENCE, waits: NO_WAITS, count: 0, t: 0, at: 0, beat: null };
  private readonly pace: Pace;

  constructor(
    private readonly log: EventLog,
    private readonly live: LiveSpeeches,
    private readonly waits: LiveWaits,
  ) {
    this.show = new Show(log, "floor", true);
    this.pace = new Pace(log, live);
  }

  /** Whether the end of what there is to be shown is on. */
  get done(): boolean {
    return this.moment.at >= this.show.duration;
  }

  /** Shows it in another way; returns where in that the same moment lies. */
  by(way: Way, skipIdle: boolean): number {
    const { count } = this.moment;
    const ends = this.done;
    this.show = new Show(this.log, way, skipIdle);
    return ends ? this.show.duration : this.show.startOf(count);
  }

  /** Another place, without going there yet. */
  moveTo(at: number): void {
    this.moment = { ...this.moment, at };
  }

  /** A time of the show that is looked at without going there. */
  peek(at: number): Moment {
    const { count, t, beat } = this.show.at(at);
    const some = Math.max(1, count);
    return { state: this.log.at(some), speeches: this.pace.look(some, t), waits: NO_WAITS, count: some, t, at, beat };
  }

  /** Shows a moment; `words` says whether what is being said is looked up anew, `live` whether it is the newest one. */
  draw({ beat, count, t }: Position, at: number, words: boolean, live: boolean): void {
    const { moment } = this;
    const state = this.log.at(count);
    const speeches = !words ? moment.speeches : live ? this.live.now() : this.pace.at(count, t);
    const waits = live ? this.waits.now() : NO_WAITS;
    const same = state === moment.state && speeches === moment.speeches && waits === moment.waits;
    const stays = same && beat === moment.beat && t === moment.t && at === moment.at && count === moment.count;
    if (!stays) this.moment = { state, speeches, waits, count, t, at, beat };
  }
}
