// What lies where? Bands, markers, density and what is said aloud, from the golden sessions.
import { expect, test } from "vitest";
import { bandAt, bandsOf, clustered, markersOf, stepped } from "@/playback/chapters";
import { fold, NOTHING } from "@/playback/fold/fold";
import { announced } from "@/playback/aloud/spoken";
import { eventsOf, golden, TRANSCRIPTS } from "../golden";

test.each(TRANSCRIPTS)("%s: bands cover the whole time in order, and every event has its place in one", (name) => {
  const events = eventsOf(name);
  const bands = bandsOf(events);
  expect(bands[0]?.from).toBe(0);
  expect(bands.at(-1)?.to).toBe(events.at(-1)?.t);
  bands.slice(1).forEach((band, index) => {
    expect(band.from).toBe(bands[index]?.to);
  });
  expect(bands.map((band) => band.stage)).toEqual(
    events.filter((event) => event.kind === "StageEntered").map((event) => (event.body as { stage: string }).stage),
  );
  for (const event of events) expect(bandAt(bands, event.t)).toBeDefined();
});

test("markers: flips with whose word, achievements, failures, the end", () => {
  const kinds = (protocol: string): string[] => markersOf(golden(protocol)).map((marker) => marker.kind);
  expect(kinds("debate")).toContain("award");
  expect(kinds("debate").at(-1)).toBe("verdict");
  expect(kinds("degraded")).toEqual(["failure", "failure", "verdict"]);
  const told = golden("adjudication").find((event) => event.key === "adjudication/flips");
  if (told?.kind !== "FindingMade" || "foreign" in told || told.body.finding.type !== "flips")
    throw new Error("The golden adjudication finds no flips.");
  const [first, second] = told.body.finding.flips;
  const flips = [
    { ...first, change: "cited", source: "seat-c" },
    { ...second, change: "uncited" },
  ];
  const body = { ...told.body, finding: { ...told.body.finding, flips } };
  expect(markersOf([{ ...told, seq: 5, t: 7, body } as never])).toEqual([
    { kind: "flip", t: 7, seq: 5, seats: [first?.seat], says: "changed position, citing", by: "seat-c" },
    { kind: "flip", t: 7, seq: 5, seats: [second?.seat], says: "changed position without saying why", by: null },
  ]);
});

test("markers near each other are one place, with their number", () => {
  const marker = (kind: "flip" | "award", t: number) => ({ kind, t, seq: t, seats: [], says: "", by: null });
  const clusters = clustered([marker("flip", 0), marker("award", 5), marker("flip", 8), marker("flip", 60)], 10);
  expect(clusters.map(({ kind, t, markers }) => [kind, t, markers.length])).toEqual([
    ["flip", 0, 2],
    ["award", 5, 1],
    ["flip", 60, 1],
  ]);
});

test("from a place to the next and to the one before", () => {
  const places = [0, 1000, 5000];
  expect([
    stepped(places, 1000, 1),
    stepped(places, 1200, -1),
    stepped(places, 5000, 1),
    stepped(places, 5600, -1),
  ]).toEqual([5000, 0, undefined, 5000]);
});

test("an empty log has no bands", () => {
  expect(bandsOf([])).toEqual([]);
  expect(bandAt([], 5)).toBeUndefined();
});

test.each(TRANSCRIPTS)("%s: what is said aloud names members", (name) => {
  let state = NOTHING;
  let said = 0;
  for (const event of eventsOf(name)) {
    state = fold(state, event);
    const told = announced(event, state, "more");
    if (told !== null) said += 1;
    expect(told?.text ?? "").not.toMatch(/Response [A-Z]\b/);
  }
  expect(said).toBeGreaterThan(5);
});

test("what is said: who finished and how long, scores of one reviewer in one sentence, less when less is asked for", () => {
  let state = NOTHING;
  const [normal, less]: [string[], string[]] = [[], []];
  for (const event of golden("debate")) {
    state = fold(state, event);
    normal.push(announced(event, state, "normal")?.text ?? "");
    less.push(announced(event, state, "less")?.text ?? "");
  }
  const spoken = normal.join("\n");
  expect(spoken).toMatch(/\w+ finished, \d+ words\./);
  expect(spoken).toMatch(/ada gave bo \d+, cyn \d+, dov \d+\./);
  expect(spoken).toContain("The review is closed.");
  expect(spoken).toContain("The verdict is in");
  expect(less.join("\n")).not.toMatch(/finished|gave/);
  expect(less.join("\n")).toContain("Opinions begins.");
});
