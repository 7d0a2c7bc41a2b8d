// Every event of every golden session is told in a sentence, with the members' names.
import { expect, test } from "vitest";
import { fold, NOTHING } from "@/playback/fold/fold";
import { looksOf } from "@/playback/looks";
import { sentenceOf } from "@/transcript/sentences";
import { eventsOf, TRANSCRIPTS } from "../golden";

test.each(TRANSCRIPTS)("%s", (name) => {
  let state = NOTHING;
  const events = eventsOf(name);
  for (const event of events) {
    state = fold(state, event);
    const said = sentenceOf(event, looksOf(state));
    expect(said).toMatch(/^\S.*[.!?…]$/s);
    expect(said).not.toMatch(/undefined|null|NaN|\bseat-[a-z]\b|\[object|Response [A-Z]\b/);
  }
});

test("a kind of a newer server is told plainly", () => {
  const event = { session: "s", seq: 1, key: "x", at: "", t: 0, kind: "Unheard", version: 1, body: {}, foreign: true };
  expect(sentenceOf(event as never, new Map())).toBe("Something of a newer kind: Unheard.");
});
