// Where do events come from? A source hands them to a sink; pages cannot tell a live one from a recording.
import type { ForeignEvent } from "@/wire/event";
import type { Event, Gist, Problem, Speaking, Waiting } from "@/wire/types";

/** How the way to the server is. `stored` needs none; `full`: nobody more can watch, so news is fetched now and then;
 * `interrupted`: it stands, but nobody runs the session, so nothing comes until somebody takes it up. */
export type Connection = "connecting" | "live" | "full" | "interrupted" | "reconnecting" | "offline" | "stored";

/** Whether the way to the server stands, and what is new would come. */
export const isThere = (now: Connection): boolean => now === "live" || now === "interrupted";

/** Whether a refusal says that there is no place, not that anything is wrong. */
export const isFull = (problem: Problem | undefined): boolean =>
  problem?.code === "server_full" || problem?.code === "too_busy";

/** How the way is after it was lost. */
export const away = (): Connection => (navigator.onLine ? "reconnecting" : "offline");

export interface Sink {
  /** Committed events, in order; what was there already is dropped, a gap asks the source to go back. */
  events(events: readonly (Event | ForeignEvent)[]): void;
  /** Words on their way. */
  speaking(pieces: readonly Speaking[]): void;
  /** What moves wait for. */
  waiting(pieces: readonly Waiting[]): void;
  /** The session has ended with the last event; what it came to is told with it, or once more when it is known. */
  ended(gist?: Gist | null): void;
  /** The conversation it belongs to, where a server knows one. */
  conversation(id: string | null): void;
  /** How the connection is. */
  connection(now: Connection): void;
  /** It cannot go on. */
  failed(problem: Problem): void;
  /** How many events are here: what a source goes on after. */
  have(): number;
  /** Whether a session that has ended may go on: it was stopped, and came to no verdict. */
  resumable(): boolean;
}

/** Opens the way; returns how to close it. */
export type Source = (sink: Sink) => () => void;

/** Events that are all there already: a finished session, an imported file, a page that carries its transcript. */
export function recorded(events: readonly (Event | ForeignEvent)[], gist: Gist | null = null): Source {
  return (sink) => {
    sink.connection("stored");
    sink.events(events);
    sink.ended(gist);
    return () => undefined;
  };
}
