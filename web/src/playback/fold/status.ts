// How does a session stand at a moment? As its events say; and it waits while only people have something to answer.
//
// The server derives the same from the same state; no event says it, so the fold does not.
import type { SessionState, Status } from "@/wire/types";

export function statusOf(state: SessionState): Status {
  if (state.status !== "running") return state.status;
  const people = new Set([...state.seats, ...state.offices].filter((seat) => seat.person).map((seat) => seat.id));
  if (people.size === 0) return "running";
  const asked = Object.values(state.moves).filter((move) => move.state === "asked");
  return asked.length > 0 && asked.every((move) => people.has(move.seat)) ? "waiting" : "running";
}
