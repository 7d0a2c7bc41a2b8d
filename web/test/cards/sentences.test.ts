// Is every event of every golden session told in a sentence, and nobody named while answers are judged blind?
import { expect, test } from "vitest";
import { fold, NOTHING } from "@/playback/fold/fold";
import { isBlind, looksOf } from "@/playback/looks";
import { sentenceOf } from "@/transcript/sentences";
import { eventsOf, TRANSCRIPTS } from "../golden";

test.each(TRANSCRIPTS)("%s", (name) => {
  let state = NOTHING;
  let blind = 0;
  const events = eventsOf(name);
  events.forEach((event, at) => {
    state = fold(state, event);
    const looks = looksOf(state);
    const said = sentenceOf(event, looks);
    expect(said).toMatch(/^\S.*[.!?…]$/s);
    expect(said).not.toMatch(/undefined|null|NaN|\bseat-[a-z]\b|\[object/);
    if (!isBlind(state)) return;
    blind += 1;
    // What is on the list by then, told anew behind masks, and what comes next.
    for (const earlier of events.slice(0, at + 1)) {
      const told = sentenceOf(earlier, looks);
      for (const look of looksOf(state, false).values()) if (look.member) expect(told).not.toContain(look.name);
    }
  });
  if (events.some((event) => event.key === "stage:review")) expect(blind).toBeGreaterThan(0);
});

test("a kind of a newer server is told plainly", () => {
  const event = { session: "s", seq: 1, key: "x", at: "", t: 0, kind: "Unheard", version: 1, body: {}, foreign: true };
  expect(sentenceOf(event as never, new Map())).toBe("Something of a newer kind: Unheard.");
});
