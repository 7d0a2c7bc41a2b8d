// What the app takes for an event.
import { expect, test } from "vitest";
import { heardFrom } from "@/wire/event";

test.each([null, 4, "x", [], {}, { kind: "SeatSpoke" }, { kind: "SeatSpoke", session: "s", seq: 0, t: 1, key: "k" }])(
  "what is no event is none: %j",
  (value) => {
    expect(heardFrom(value)).toBeNull();
  },
);

test("a kind from a newer server is kept as one we do not know", () => {
  const newer = { kind: "SeatSang", session: "s", seq: 4, key: "k", at: "", t: 1, version: 1, body: {}, origin: null };
  expect(heardFrom(newer)).toMatchObject({ kind: "SeatSang", seq: 4, foreign: true });
});
