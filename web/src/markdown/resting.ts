// When is the reader not on the way through a session any more? Some time after the last jump; what waited for it then
// comes one by one, so that none of it takes the page away.

/** Milliseconds after a jump in which nobody reads yet. */
const REST = 200;

const waiting = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether the moment shown has just been jumped to. */
export const isMoving = (): boolean => "jumping" in document.documentElement.dataset;

/** Calls once the reader rests; returns how to call it off. */
export function whenResting(call: () => void): () => void {
  waiting.add(call);
  clearTimeout(timer);
  timer = setTimeout(next, REST);
  return () => {
    waiting.delete(call);
  };
}

function next(): void {
  const [call] = waiting;
  if (isMoving() || call === undefined) timer = call === undefined ? undefined : setTimeout(next, REST);
  else {
    waiting.delete(call);
    call();
    timer = setTimeout(next, 16);
  }
}
