// Is only shown what somebody said?
import "@/protocols/session";
import { expect, test } from "vitest";
import { NOTHING } from "@/playback/fold/fold";
import { partsOf } from "@/playback/show/plan";
import { eventsOf, TRANSCRIPTS } from "../../golden";

test("that texts were measured is nobody's words, with their vectors or without", () => {
  const spoken = TRANSCRIPTS.flatMap(eventsOf).flatMap((event) =>
    event.kind === "SeatSpoke" && !("foreign" in event) ? [event] : [],
  );
  expect(spoken.some((event) => partsOf(event, () => NOTHING).length > 0)).toBe(true);
  for (const event of spoken) {
    const body = { ...event.body, vectors: "", measured: ["opinions/seat-a"], text: "4 texts measured." };
    expect(partsOf({ ...event, body }, () => NOTHING)).toEqual([]);
  }
});
