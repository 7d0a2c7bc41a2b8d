// What does a session look like that waits for a person? A golden debate in which one member is a person and thinks.
import type { Logged } from "@/playback/log";
import { golden } from "../golden";

/** Its events until everybody but the person has given an opinion. */
export function waitingFor(person: string): Logged[] {
  const events = golden("debate");
  const next = events.findIndex(({ kind, key }) => kind === "StageEntered" && key === "stage:review");
  const opinions = events.slice(0, next).filter((event) => {
    const settled = event.kind === "SeatSpoke" || event.kind === "SeatFailed";
    return !(settled && (event.body as { seat: string }).seat === person);
  });
  return opinions.map((event, at) => {
    if (event.kind !== "SessionOpened" || "foreign" in event) return { ...event, seq: at + 1 };
    const seats = event.body.roster.seats.map((seat) => ({ ...seat, person: seat.id === person }));
    return { ...event, seq: at + 1, body: { ...event.body, roster: { ...event.body.roster, seats } } };
  });
}
