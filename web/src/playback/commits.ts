// When is the screen drawn anew? With the next frame for what changes the picture, at a pace for words on their way.

/** Milliseconds between two paintings of words, by how slow frames have become. */
const PACE: readonly (readonly [slowerThan: number, gap: number])[] = [
  [34, 120],
  [20, 66],
  [0, 30],
];
const HIDDEN_EVERY = 250;

export class Commits {
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;
  private lastFrame = 0;
  private average = 16;
  private at = 0;

  constructor(private readonly commit: (elapsed: number) => void) {}

  /** Asks for a commit: with the next frame, or, for words alone, when their pace allows. */
  soon(structural: boolean): void {
    if (typeof document === "undefined" || document.hidden) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        this.run(performance.now());
      }, HIDDEN_EVERY);
      return;
    }
    const due = structural ? 0 : this.last + this.gap();
    this.at = this.frame === 0 ? due : Math.min(this.at, due);
    if (this.frame === 0) this.frame = requestAnimationFrame(this.onFrame);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = 0;
    this.timer = undefined;
  }

  private readonly onFrame = (now: number): void => {
    const took = now - this.lastFrame;
    if (took < 500) this.average = this.average * 0.9 + took * 0.1;
    this.lastFrame = now;
    if (now < this.at) {
      this.frame = requestAnimationFrame(this.onFrame);
      return;
    }
    this.frame = 0;
    this.run(now);
  };

  private run(now: number): void {
    // After a long pause the viewer has not watched: at most half a second of it counts.
    const elapsed = this.last === 0 ? 0 : Math.min(500, now - this.last);
    this.last = now;
    this.commit(elapsed);
  }

  private gap(): number {
    return PACE.find(([slowerThan]) => this.average > slowerThan)?.[1] ?? 30;
  }
}
