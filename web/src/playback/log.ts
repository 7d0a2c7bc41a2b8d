// What has happened so far, and how did things stand after any of it? Events in order, and the state at each.
//
// Events are taken once and without a gap; a state in the past is folded from the nearest kept one before it. A run of
// folds writes into the records it made itself as long as nobody has seen them: a long log comes in at once.
import type { ForeignEvent } from "@/wire/event";
import type { Event, SessionState } from "@/wire/types";
import { fold, NOTHING } from "./fold/fold";
import type { Own } from "./fold/own";

export type Logged = Event | ForeignEvent;

/** Events between two kept states; wider apart in a log so long that keeping one is dear. */
const NEAR = 256;
const FAR = 1024;
const LONG = 16 * NEAR;

/** Which kept state is the last one not after so many events, and how many events it stands after. */
function keptBefore(count: number): [index: number, count: number] {
  if (count < LONG) return [Math.floor(count / NEAR), count - (count % NEAR)];
  const beyond = Math.floor((count - LONG) / FAR);
  return [LONG / NEAR + beyond, LONG + beyond * FAR];
}

export class EventLog {
  readonly events: Logged[] = [];
  /** Events of kinds this version does not know. */
  foreign = 0;
  private readonly kept: SessionState[] = [NOTHING];
  private latest: SessionState = NOTHING;
  private own: Own = new WeakSet();
  private nearby: { count: number; state: SessionState } = { count: 0, state: NOTHING };

  /** Takes an event in: `known` when it was there already, `gap` when one before it is missing. */
  append(event: Logged): "added" | "known" | "gap" {
    if (event.seq <= this.events.length) return "known";
    if (event.seq > this.events.length + 1) return "gap";
    this.latest = fold(this.latest, event, this.own);
    this.events.push(event);
    if ("foreign" in event) this.foreign += 1;
    if (keptBefore(this.events.length)[1] === this.events.length) this.kept.push(this.head);
    return "added";
  }

  /** How many events there are. */
  get length(): number {
    return this.events.length;
  }

  /** The state after all of them; from now on somebody has seen it. */
  get head(): SessionState {
    this.own = new WeakSet();
    return this.latest;
  }

  /** Running time of the last event, in milliseconds. */
  get duration(): number {
    return this.latest.t;
  }

  /** The state after the first `count` events. */
  at(count: number): SessionState {
    if (count >= this.events.length) return this.head;
    const from = Math.max(0, count);
    if (this.nearby.count === from) return this.nearby.state;
    const [index, place] = keptBefore(from);
    let [done, state] = [place, this.kept[index] ?? NOTHING];
    if (this.nearby.count < from && this.nearby.count > done) ({ count: done, state } = this.nearby);
    const own: Own = new WeakSet();
    for (; done < from; done++) {
      const event = this.events[done];
      if (event !== undefined) state = fold(state, event, own);
    }
    this.nearby = { count: from, state };
    return state;
  }

  /** How many events had happened at this running time. */
  countAt(t: number): number {
    let low = 0;
    let high = this.events.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.events[middle]?.t ?? Infinity) <= t) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
