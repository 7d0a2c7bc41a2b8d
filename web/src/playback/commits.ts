// When is the screen drawn anew? With the next frame for what changes the picture, at a pace for words on their way.

/** Milliseconds between two paintings of words, by how slow frames have become. */
const PACE: readonly (readonly [slowerThan: number, gap: number])[] = [
  [34, 120],
  [20, 66],
  [0, 30],
];
const HIDDEN_EVERY = 250;
/** A frame this late was not drawn slowly: the page was asleep. */
const ASLEEP = 500;

export class Commits {
  private frame = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = 0;
  private at = Infinity;
  /** When a frame began that is followed by another at once; frames far apart tell nothing about how slow they are. */
  private began = 0;
  private average = 16;

  constructor(private readonly commit: (now: number) => void) {}

  /** Asks for a commit: with the next frame, or, for words alone, when their pace allows. */
  soon(structural: boolean): void {
    this.at = Math.min(this.at, structural ? 0 : this.last + this.gap());
    if (typeof document === "undefined" || document.hidden) {
      this.timer ??= setTimeout(() => {
        this.timer = undefined;
        if (this.at < Infinity) this.run(performance.now());
      }, HIDDEN_EVERY);
    } else if (this.frame === 0) this.frame = requestAnimationFrame(this.onFrame);
  }

  stop(): void {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.frame = 0;
    this.timer = undefined;
    this.at = Infinity;
    this.began = 0;
  }

  /** Milliseconds between two paintings of words now. */
  gap(): number {
    return PACE.find(([slowerThan]) => this.average > slowerThan)?.[1] ?? 30;
  }

  private readonly onFrame = (now: number): void => {
    this.frame = 0;
    const took = now - this.began;
    if (this.began > 0 && took < ASLEEP) this.average = this.average * 0.9 + took * 0.1;
    this.began = 0;
    if (this.at === Infinity) return;
    if (now >= this.at) this.run(now);
    // One frame more, even with nothing to draw: it tells how long drawing this one took.
    this.began = now;
    if (this.frame === 0) this.frame = requestAnimationFrame(this.onFrame);
  };

  private run(now: number): void {
    this.last = now;
    this.at = Infinity;
    this.commit(now);
  }
}
