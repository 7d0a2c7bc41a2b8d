// What is a show made of? Beats: stretches of its time, each with what is on the screen in it and how many events have
// happened by then. What lies between two beats does not exist: the show has no pauses.

/** What a protocol wants to be shown of something that has happened. */
export interface Part {
  /** What is shown: one of the general names, or one that a protocol's theatre knows. */
  as: string;
  /** How long, in milliseconds, and how long at least after the words were heard as they came. */
  ms: number;
  least?: number;
  /** Whom it is about, where that is a single seat. */
  seat?: string;
  /** Which of several it is, from 0. */
  nth?: number;
}

export interface Beat {
  readonly as: string;
  /** Where it lies in the show, in milliseconds. */
  readonly from: number;
  readonly to: number;
  readonly least: number;
  /** How many events have happened, and the running time of the session at its beginning and at its end. */
  readonly count: number;
  readonly t: number;
  readonly until: number;
  readonly seat: string;
  readonly nth: number;
  /** The key of its event. */
  readonly key: string;
  /** Whether the verdict stands and this is what comes after it. */
  readonly closing: boolean;
}

/** How the words of several members are shown: one has the floor after the other, or all speak at once. */
export type Way = "floor" | "together";
