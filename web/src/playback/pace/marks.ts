// How far had a text come at some time? Read from the marks of its pace: a time, and the characters there by then.

export type Mark = readonly [at: number, shown: number];

/** The marks as they stand in an event, read once. */
const read = new WeakMap<object, Mark[]>();

export function marksFrom(written: readonly (readonly unknown[])[]): Mark[] {
  let marks = read.get(written);
  if (marks === undefined) {
    marks = written.map((mark) => [Number(mark[0]), Number(mark[1])] as const);
    read.set(written, marks);
  }
  return marks;
}

/** Marks not later than a time. */
export function marksUntil(marks: readonly Mark[], t: number): number {
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((marks[middle]?.[0] ?? Infinity) <= t) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Characters shown at a time: between two marks as far as time has gone, nothing before the first. */
export function shownAt(marks: readonly Mark[], t: number): number {
  const passed = marksUntil(marks, t);
  const [last, next] = [marks[passed - 1], marks[passed]];
  if (last === undefined) return 0;
  if (next === undefined) return last[1];
  return Math.floor(last[1] + ((next[1] - last[1]) * (t - last[0])) / (next[0] - last[0]));
}
