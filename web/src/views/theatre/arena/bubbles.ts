// Where does each bubble fit? On the outer side of its seat, as wide as the edge allows, over nobody's face or words.
import type { Box, Bubble, Layout, Size, Spot } from "./places";

const EDGE = 12;
const GAP = 18;
const WIDEST = 272;
const LEAST = 150;
const APART = 8;
/** Where the controls stand. */
export const CORNER = { x: 0, y: 0, width: 168, height: 50 };

/** The height of a bubble with so many lines; the style sheet uses the same figures. */
export const heightOf = (lines: number, times: number): number => Math.round((lines * 18 + 46) * times);

interface Room {
  size: Size;
  radius: number;
  ring: Layout["ring"];
  lines: number;
  times: number;
  /** Cards that lie below each name. */
  cards: number;
}

export function bubblesFor(spots: readonly Spot[], room: Room): (Bubble | null)[] {
  const faces = spots.map((spot) => faceBox(spot, room.radius, room.cards));
  const taken: Box[] = [CORNER];
  const found: (Bubble | null)[] = spots.map(() => null);
  // Those with the least room come first: in the middle of the ring, then from the outside inwards.
  const least = (at: number): number => {
    const far = reach(spots[at], room);
    return far < 1 ? Infinity : far;
  };
  const outermost = spots
    .map((_, index) => index)
    .sort((one, other) => (least(one) === least(other) ? one - other : least(other) - least(one)));
  for (const index of outermost) {
    const spot = spots[index];
    if (spot === undefined) continue;
    const others = faces.filter((_, at) => at !== index);
    const bubble = placed(spot, room, [...others, ...taken]);
    found[index] = bubble;
    if (bubble !== null) taken.push(boxOf(bubble));
  }
  return found;
}

export const boxOf = ({ x, y, width, lines, times }: Bubble): Box => ({ x, y, width, height: heightOf(lines, times) });

/** A face with its name and the cards below it. */
export function faceBox(spot: Spot, radius: number, cards = 0): Box {
  const wide = Math.max(radius + 14, cards * (cards > 5 ? 7 : 11.5));
  return { x: spot.x - wide, y: spot.y - radius - 4, width: 2 * wide, height: 2 * radius + 48 + (cards > 0 ? 20 : 0) };
}

const reach = (spot: Spot | undefined, room: Room): number => Math.abs((spot?.x ?? 0) - room.ring.x);

function placed(spot: Spot, room: Room, others: Box[]): Bubble | null {
  const { size, radius, ring, times } = room;
  const middle = Math.abs(spot.x - ring.x) < 1;
  // A seat in the middle speaks to the right from the top of the ring, and to the left from its foot.
  const right = middle ? spot.y < ring.y : spot.x > ring.x;
  const from = right ? spot.x + radius + GAP : EDGE;
  const to = right ? size.width - EDGE : spot.x - radius - GAP;
  const widest = Math.min(WIDEST * times, to - from);
  if (widest < LEAST) return null;
  for (const lines of [room.lines, room.lines - 1, 2]) {
    if (lines < 2 || lines > room.lines) continue;
    for (const width of [widest, Math.max(LEAST, widest * 0.75), LEAST]) {
      const x = right ? from : to - width;
      const height = heightOf(lines, times);
      const desired = middle && right ? spot.y - height * 0.62 : spot.y - height / 2;
      const y = nearestFree(desired, height, blocks(others, x, width), size.height);
      if (y === null || Math.abs(y - desired) > height * 1.35) continue;
      const at = Math.min(height - 18, Math.max(18, spot.y - y));
      return { x, y, width, lines, times, tail: right ? "left" : "right", at };
    }
  }
  return middle ? inward(spot, room, others) : null;
}

/** Where a seat at the top or the foot of the ring has no room beside it, it speaks towards the middle. */
function inward(spot: Spot, room: Room, others: Box[]): Bubble | null {
  const down = spot.y < room.ring.y;
  const [width, height] = [LEAST, heightOf(2, 1)];
  const x = spot.x - width / 2;
  const below = room.radius + 50 + (room.cards > 0 ? 20 : 0);
  const y = down ? spot.y + below : spot.y - room.radius - 18 - height;
  const free = blocks(others, x, width).every(([from, to]) => y + height <= from || y >= to);
  return free ? { x, y, width, lines: 2, times: 1, tail: down ? "up" : "down", at: width / 2 } : null;
}

const blocks = (others: Box[], x: number, width: number): [number, number][] =>
  others
    .filter((box) => box.x < x + width + APART && box.x + box.width > x - APART)
    .map((box) => [box.y - APART, box.y + box.height + APART]);

/** The place nearest to the one desired where something so high overlaps nothing. */
function nearestFree(desired: number, height: number, blocked: [number, number][], whole: number): number | null {
  const inside = Math.min(Math.max(desired, EDGE), whole - EDGE - height);
  const places = [inside, ...blocked.flatMap(([from, to]) => [from - height, to])];
  const free = places.filter(
    (y) =>
      y >= EDGE - 1 && y + height <= whole - EDGE + 1 && blocked.every(([from, to]) => y + height <= from || y >= to),
  );
  free.sort((one, other) => Math.abs(one - desired) - Math.abs(other - desired));
  return free[0] ?? null;
}
