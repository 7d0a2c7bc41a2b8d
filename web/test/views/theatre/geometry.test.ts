// Does everybody have room? No face on another, no bubble on a face or on another bubble, everything inside the arena.
import { describe, expect, test } from "vitest";
import { boxOf, CORNER, faceBox } from "@/views/theatre/arena/bubbles";
import { layoutOf } from "@/views/theatre/arena/geometry";
import type { Box, Layout, Spot } from "@/views/theatre/arena/places";
import type { Scene } from "@/views/theatre/moment/scenes";

const seatsOf = (many: number): string[] => Array.from({ length: many }, (_, at) => `seat-${String(at)}`);
const SIZES = [
  { width: 908, height: 760 },
  { width: 876, height: 668 },
  { width: 1208, height: 768 },
  { width: 1180, height: 620 },
  { width: 1688, height: 930 },
];

const meets = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width - 0.5 &&
  other.x < one.x + one.width - 0.5 &&
  one.y < other.y + other.height - 0.5 &&
  other.y < one.y + one.height - 0.5;

const ring = (many: number, size: Layout["size"], scene: Scene = "opinions"): Layout =>
  layoutOf({ seats: seatsOf(many), lead: "", scene, size });

describe.each(SIZES)("in an arena of %o", (size) => {
  test.each([3, 4, 5, 6, 7, 8, 9])("%i seats stand apart, and what they say fits beside them", (many) => {
    for (const scene of ["opinions", "review"] as const) {
      const { spots, radius, times } = ring(many, size, scene);
      const faces = spots.map((spot) => faceBox(spot, radius));
      const bubbles = spots.map(({ bubble }) => bubble);
      expect(bubbles.filter((bubble) => bubble === null)).toHaveLength(0);
      bubbles.forEach((bubble, at) => {
        if (bubble === null) return;
        const box = boxOf(bubble);
        expect(box.width).toBeGreaterThanOrEqual(150);
        expect(box.width).toBeLessThanOrEqual(272 * times);
        expect(box.x).toBeGreaterThanOrEqual(0);
        expect(box.x + box.width).toBeLessThanOrEqual(size.width);
        expect(box.y).toBeGreaterThanOrEqual(0);
        expect(box.y + box.height).toBeLessThanOrEqual(size.height);
        faces.forEach((face, whose) => {
          if (whose !== at) expect(meets(box, face), `bubble ${String(at)} on face ${String(whose)}`).toBe(false);
        });
        bubbles.forEach((other, whose) => {
          if (whose > at && other !== null)
            expect(meets(box, boxOf(other)), `bubbles ${String(at)}, ${String(whose)}`).toBe(false);
        });
      });
    }
  });

  test.each([3, 5, 9, 12, 20])("the first of %i seats is on top and the rest follow clockwise", (many) => {
    const { spots, ring: round } = ring(many, size);
    expect(spots[0]?.x).toBeCloseTo(round.x);
    expect(Math.min(...spots.map(({ y }) => y))).toBeCloseTo(spots[0]?.y ?? 0);
    expect(spots[1]?.x).toBeGreaterThan(round.x);
    expect(spots.at(-1)?.x).toBeLessThan(round.x);
  });

  test.each([3, 5, 9, 12])(
    "with %i seats the chair stands in the middle of the top, the others aside of the decree",
    (many) => {
      const { spots, panel } = layoutOf({ seats: seatsOf(many), lead: "seat-1", scene: "synthesis", size });
      const chair = spots.find(({ id }) => id === "seat-1");
      expect(chair?.x).toBe(size.width / 2);
      expect(chair?.scale).toBe(1.32);
      for (const { id, x, y } of spots) {
        expect(y).toBeGreaterThan(20);
        expect(y).toBeLessThan(size.height - 20);
        if (id !== "seat-1") expect(x < panel.x || x > panel.x + panel.width).toBe(true);
      }
      expect(spots.map(({ id }) => id)).toEqual(seatsOf(many));
    },
  );
});

test.each([760, 768, 880, 940, 1000, 1400])(
  "in an arena %i wide nothing between the flanks lies under the controls",
  (width) => {
    const { panel } = layoutOf({ seats: seatsOf(4), lead: "", scene: "synthesis", size: { width, height: 700 } });
    expect(panel.x >= CORNER.width || panel.y >= CORNER.height).toBe(true);
  },
);

test("an office that leads is placed after the members: in the middle, or aside to judge", () => {
  const size = { width: 908, height: 760 };
  const arbiter = layoutOf({ seats: seatsOf(5), lead: "arbiter", scene: "rounds", size });
  expect(arbiter.spots.at(-1)).toMatchObject({ id: "arbiter", x: 454 });
  const judge = layoutOf({ seats: seatsOf(5), lead: "adjudicator", scene: "judging", size });
  const aside = judge.spots.at(-1);
  expect(aside?.x).toBeLessThan(Math.min(...judge.spots.slice(0, 5).map(({ x }) => x)) - 100);
  expect(aside?.bubble).not.toBeNull();
});

/** A face, and the name below it: some letters wide. */
const faceOf = ({ x, y }: Spot, r: number): Box => ({ x: x - r, y: y - r, width: 2 * r, height: 2 * r });
const plateOf = ({ x, y }: Spot, r: number): Box => ({ x: x - 25, y: y + r + 4, width: 50, height: 14 });

test("on a narrow arena nobody's name or note is cut, whoever stands among them", () => {
  for (const width of [320, 390, 700])
    for (const many of [2, 3, 4, 5, 6])
      for (const lead of ["", "arbiter"]) {
        const size = { width, height: 534 };
        const { spots, radius, panel, centre } = layoutOf({
          seats: seatsOf(many),
          lead,
          scene: lead === "" ? "opinions" : "rounds",
          size,
          floor: true,
        });
        const said: Box = { x: centre.x + centre.width / 2 - 30, y: centre.y + 42, width: 60, height: 16 };
        for (const one of spots) {
          // Whose turn it is stands larger; below its name there may be a note.
          expect(one.y + radius * 1.18 + 8 + 32).toBeLessThanOrEqual(panel.y);
          expect(meets(faceOf(one, radius), said)).toBe(false);
          for (const other of spots)
            if (one !== other) expect(meets(plateOf(one, radius), faceOf(other, radius))).toBe(false);
        }
      }
});

test("what is read on a narrow arena has more than half of it; faces stand in rows above", () => {
  for (const width of [320, 390, 700])
    for (const many of [2, 4, 5, 6, 9, 12]) {
      const lead = "editor";
      const size = { width, height: 534 };
      const { spots, radius, panel } = layoutOf({ seats: seatsOf(many), lead, scene: "synthesis", size, floor: true });
      if (many < 5) expect(panel.height).toBeGreaterThan(size.height / 2);
      expect(spots.map(({ id }) => id)).toEqual([...seatsOf(many), lead]);
      for (const one of spots) {
        const r = radius * one.scale;
        const badge = { x: one.x + r * 0.62, y: one.y - r, width: 30, height: 20 };
        expect(badge.x + badge.width).toBeLessThanOrEqual(width);
        expect(one.x - r).toBeGreaterThanOrEqual(0);
        expect(one.y + r + 8 + 16).toBeLessThanOrEqual(panel.y);
        for (const other of spots)
          if (one !== other) expect(meets(badge, faceOf(other, radius * other.scale - 3))).toBe(false);
      }
    }
});

test("a narrow arena has a small ring above and a tray below", () => {
  for (const width of [320, 390, 700])
    for (const many of [3, 5, 7, 8, 9, 12]) {
      const layout = layoutOf({
        seats: seatsOf(many),
        lead: "",
        scene: "opinions",
        size: { width, height: 568 },
        floor: true,
      });
      expect(layout.compact).toBe(true);
      if (many <= 9)
        for (const one of layout.spots)
          for (const other of layout.spots)
            if (one !== other) expect(meets(plateOf(one, layout.radius), faceOf(other, layout.radius))).toBe(false);
      for (const { x, y, bubble } of layout.spots) {
        expect(bubble).toBeNull();
        expect(x).toBeGreaterThanOrEqual(layout.radius);
        expect(x).toBeLessThanOrEqual(width - layout.radius);
        expect(y).toBeLessThan(layout.panel.y);
      }
    }
});
