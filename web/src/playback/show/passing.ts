// How much of a viewer's time has passed for what is shown? It counts from when that was seen, not from when it was drawn:
// however long a busy machine takes to paint, what has a least time has it on the screen.

/** What is drawn in one frame has been painted when the next but one begins. */
const PAINTED = 2;
/** Played faster, nothing has a least time any more. */
const DRAWN = 1;
/** A page that was not looked at moves on by at most this much, in milliseconds. */
const LONGEST_STEP = 500;

export class Passing {
  /** When time was last counted; 0 while none is. */
  private last = 0;
  /** How many frames what is shown has been there, up to those it takes to be seen. */
  private frames = 0;

  /** Nothing counts until what is shown now has been seen. */
  stop(): void {
    [this.last, this.frames] = [0, 0];
  }

  /** Milliseconds since the last frame that counted. */
  by(now: number): number {
    return this.last === 0 ? 0 : Math.max(0, Math.min(LONGEST_STEP, now - this.last));
  }

  /** A frame has been drawn; `same` is whether it shows what the one before did, `runs` whether time passes for it. */
  drawn(now: number, same: boolean, runs: boolean, speed = 1): void {
    const seen = speed > 1 ? DRAWN : PAINTED;
    this.frames = same ? Math.min(PAINTED + 1, this.frames + 1) : 0;
    // A frame's own time is when it was due: on a busy machine it begins later.
    const begins = this.frames === seen ? performance.now() : 0;
    this.last = runs && this.frames >= seen ? Math.max(now, begins) : 0;
  }
}
