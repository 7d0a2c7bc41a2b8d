// When is a call that failed made again? As far as events tell: a log that already holds the next try says in how many
// seconds it comes; of a session that runs only that it comes.
import { useMoment, usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { callOf } from "@/playback/keys";
import type { Logged } from "@/playback/log";
import { isForeign } from "@/wire/event";
import type { MoveView } from "@/wire/types";

/** When the next try at a move is made, among the events after so many; null where that is not known yet. */
export function nextTry(events: readonly Logged[], after: number, move: string): number | null {
  for (let at = after; at < events.length; at++) {
    const event = events[at];
    if (event === undefined || isForeign(event) || callOf(event.key) !== move) continue;
    return event.kind === "SeatAsked" ? event.t : null;
  }
  return null;
}

/** `It is tried again in 8 s, try 2.`; empty where the last try did not fail, or none follows. */
export function useRetry(move: MoveView | undefined): string {
  const player = usePlayer();
  const failed = move?.state === "asked" && move.settled !== "";
  const seconds = useMoment(({ count, t }) => {
    const next = failed ? nextTry(player.log.events, count, move.key) : null;
    return next === null ? null : Math.max(0, Math.ceil((next - t) / 1000));
  });
  if (!failed) return "";
  const attempt = move.attempt + 1;
  return seconds === null || seconds === 0
    ? say("It is tried again, try {attempt, number}.", { attempt })
    : say("It is tried again in {seconds, number} s, try {attempt, number}.", { seconds, attempt });
}
