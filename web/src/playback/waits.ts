// What does each move wait for that is not settled? The server's sentence, until when, and whether it can be gone on
// without. It is in no event: a recording waits for nothing.
import type { Waiting } from "@/wire/types";
import { callOf } from "./keys";
import type { Logged } from "./log";

export interface Wait {
  seat: string;
  why: Waiting["why"];
  /** What it waits for, in the server's words; empty while it waits for nothing in particular. */
  says: string;
  /** The page's clock when it is over at most, in milliseconds; null when nobody knows. */
  until: number | null;
  /** Whether the session can go on without it. */
  optional: boolean;
}
export type Waits = ReadonlyMap<string, Wait>;

export const NO_WAITS: Waits = new Map();

/** What is waited for now. */
export class LiveWaits {
  private waits: Waits = NO_WAITS;

  heard({ key, seat, why, says, seconds, optional }: Waiting): void {
    const waits = new Map(this.waits);
    waits.delete(key);
    if (why !== "" || optional)
      waits.set(key, {
        seat,
        why,
        says,
        until: seconds === null ? null : performance.now() + seconds * 1000,
        optional,
      });
    this.waits = waits;
  }

  /** A committed event may end a wait. */
  settled(event: Logged): void {
    if ("foreign" in event) return;
    if (event.kind === "SessionResumed" || event.kind === "SessionStopped" || event.kind === "VerdictReached")
      this.clear();
    else if (event.kind === "SeatSpoke" || (event.kind === "SeatFailed" && event.body.final)) {
      const key = callOf(event.key);
      if (!this.waits.has(key)) return;
      const waits = new Map(this.waits);
      waits.delete(key);
      this.waits = waits;
    }
  }

  /** The same object until something changes. */
  now(): Waits {
    return this.waits;
  }

  clear(): void {
    this.waits = NO_WAITS;
  }
}
