// Are words shown as they were said? Live pieces put together, and a replay by marks, in any script.
import { expect, test } from "vitest";
import { firstOf, lengthOf } from "@/playback/pace/characters";
import { marksFrom, shownAt } from "@/playback/pace/marks";
import { LiveSpeeches } from "@/playback/speeches";
import type { Speaking } from "@/wire/types";
import type { Logged } from "@/playback/log";
import { Player } from "@/playback/player";
import { recorded } from "@/playback/source";
import { generated } from "./generated";

const piece = (text: string, offset: number, more: Partial<Speaking> = {}): Speaking =>
  ({
    kind: "SeatSpeaking",
    session: "s",
    key: "opinions/seat-a",
    seat: "seat-a",
    attempt: 1,
    reasoning: false,
    verdict: false,
    text,
    offset,
    ...more,
  }) as Speaking;
const event = (kind: string, key: string, body: object): Logged =>
  ({ kind, key, body, seq: 1, t: 0, at: "" }) as unknown as Logged;

test("characters are counted as the server counts them", () => {
  expect(lengthOf("a🙂b")).toBe(3);
  expect(firstOf("a🙂b", 2)).toBe("a🙂");
  expect(firstOf("plain", 3)).toBe("pla");
  expect(firstOf("a🙂b", 9)).toBe("a🙂b");
  expect(firstOf("abc", -1)).toBe("");
});

test("pieces follow each other, also after characters beyond the first plane", () => {
  const live = new LiveSpeeches();
  live.heard(piece("One 🙂", 0), 10);
  live.heard(piece(" two", 5), 20);
  live.heard(piece(" three", 9), 30);
  expect(live.now().get("opinions/seat-a")?.text).toBe("One 🙂 two three");
  expect(live.at("opinions/seat-a", 1, 20)?.text).toBe("One 🙂 two");
  expect(live.at("opinions/seat-a", 1, 5)).toBeNull();
});

test("a snapshot after a reconnection replaces what was held, a later attempt everything", () => {
  const live = new LiveSpeeches();
  live.heard(piece("One two", 0), 10);
  live.heard(piece("One two three", 0), 20);
  expect(live.now().get("opinions/seat-a")?.text).toBe("One two three");
  live.heard(piece("Anew", 0, { attempt: 2 }), 30);
  expect(live.now().get("opinions/seat-a")).toMatchObject({ text: "Anew", attempt: 2 });
  live.heard(piece(" stale", 13), 40);
  expect(live.now().get("opinions/seat-a")?.text).toBe("Anew");
});

test("a speech ends with its settlement, with a later attempt and with the session", () => {
  const live = new LiveSpeeches();
  const say = (): void => {
    live.heard(piece("One", 0), 10);
  };
  const ends: Logged[] = [
    event("SeatSpoke", "opinions/seat-a", {}),
    event("SeatFailed", "opinions/seat-a~1!", {}),
    event("SeatAsked", "opinions/seat-a~2", { attempt: 2 }),
    event("SessionResumed", "resumed.1", {}),
    event("VerdictReached", "verdict", {}),
  ];
  for (const end of ends) {
    say();
    live.settled(end);
    expect(live.now().size, end.kind).toBe(0);
    live.clear();
  }
  say();
  live.settled(event("SeatAsked", "opinions/seat-a~1", { attempt: 1 }));
  live.settled(event("SeatSpoke", "opinions/seat-b", {}));
  expect(live.now().size).toBe(1);
});

test("reasoning and words are kept apart", () => {
  const live = new LiveSpeeches();
  live.heard(piece("Hm", 0, { reasoning: true }), 10);
  live.heard(piece("Yes", 0), 20);
  live.heard(piece("m", 2, { reasoning: true }), 30);
  expect(live.now().get("opinions/seat-a")).toMatchObject({ text: "Yes", reasoning: "Hmm" });
});

test("a replay shows what was streamed, within one mark", () => {
  const marks = marksFrom([
    [100, 10],
    [200, 30],
    [300, 90],
  ]);
  expect([0, 99, 100, 150, 200, 250, 300, 999].map((t) => shownAt(marks, t))).toEqual([0, 0, 10, 20, 30, 60, 90, 90]);
  for (const seed of [1, 2, 3, 4]) {
    const events = generated(seed, 200);
    const player = new Player();
    player.open(recorded(events));
    for (const event of events) {
      if ("foreign" in event || event.kind !== "SeatSpoke" || event.key.includes(":")) continue;
      const asked = events.find((other) => other.key === `${event.key}~${String(event.body.attempt)}`);
      if (asked === undefined) continue;
      event.body.marks.forEach((mark, index) => {
        const t = asked.t + Number(mark[0]);
        if (t >= event.t) return;
        player.seekRunning(t);
        const shown = lengthOf(player.moment().speeches.get(event.key)?.text ?? "");
        const [low, high] = [Number(mark[1]), Number(event.body.marks[index + 1]?.[1] ?? mark[1])];
        expect(shown).toBeGreaterThanOrEqual(low);
        expect(shown).toBeLessThanOrEqual(high);
      });
    }
    player.dispose();
  }
});
