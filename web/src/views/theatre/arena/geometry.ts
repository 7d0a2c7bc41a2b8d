// Where does everybody stand? Pure geometry: a ring whose width leaves room for what is said, or two flanks.
//
// Three to nine seats stand at the corners of a polygon, the first on top and the rest clockwise; more stand on an
// ellipse. Bubbles go to the outer side, what others think of an answer to the inner side; tests hold them apart. How
// it looks where there is little width is in `narrow.ts`.
import { bubblesFor, CORNER } from "./bubbles";
import { narrowOf } from "./narrow";
import type { Box, Layout, Size, Spot } from "./places";
import { BELOW, CAPTION, cornersOf, EDGE, ringOf, type Wanted } from "./ring";
import { isFlanked, pictureOf } from "../moment/scenes";

/** Narrower than this, faces stand in a small ring or in a row, and what they say below. */
export const COMPACT = 760;

export function layoutOf(wanted: Wanted): Layout {
  const { width } = wanted.size;
  if (width < COMPACT) return narrowOf(wanted);
  const many = wanted.seats.length;
  const times = timesOf(wanted.size);
  const radius = Math.round((many > 9 ? 22 : many > 6 ? 28 : many > 5 ? 30 : 33) * times);
  if (isFlanked(wanted.scene)) return flanked(wanted, radius);
  const aside = pictureOf(wanted.scene).aside === true && wanted.lead !== "" && !wanted.seats.includes(wanted.lead);
  return wanted.floor === true && !aside ? opened(wanted, radius) : ringed(wanted, radius);
}

/** The room for which everything has its usual size; on a larger screen all of it grows. */
const USUAL = { width: 900, height: 620 };
const timesOf = ({ width, height }: Size): number =>
  Math.max(1, Math.min(1.5, width / USUAL.width, height / USUAL.height));

function ringed(wanted: Wanted, radius: number): Layout {
  const { seats, size, lead, scene } = wanted;
  const top = radius + (seats.length > 5 ? 62 : 46);
  const aside = pictureOf(scene).aside === true && lead !== "" && !seats.includes(lead);
  const ring = ringOf(seats.length, size, radius, top, size.height - radius - BELOW - CAPTION);
  if (aside) {
    ring.x = (size.width + ASIDE) / 2;
    ring.rx = Math.min(ring.ry * 1.1, (size.width - ASIDE) / 2 - radius - 56);
  }
  const corners = cornersOf(ring, seats.length);
  const spots: Spot[] = seats.map((id, index) => {
    const { x, y } = corners[index] ?? ring;
    return { id, x, y, scale: 1, inner: x < ring.x - 1 ? 1 : -1, bubble: null };
  });
  const inner = innerOf(ring, seats.length, radius);
  const lines = seats.length > 9 ? 2 : seats.length > 5 ? 3 : 5;
  const cards = pictureOf(scene).cards === "readers" ? seats.length - 1 : 0;
  const bubbles = bubblesFor(spots, { size, radius, ring, lines, cards, times: timesOf(size) });
  const placed = spots.map((spot, index) => ({ ...spot, bubble: bubbles[index] ?? null }));
  if (lead !== "" && !seats.includes(lead)) {
    const [x, y] = aside ? [ASIDE / 2, size.height * 0.36] : [ring.x, ring.y - 6];
    const bubble = aside
      ? { x: x - 102, y: y + radius + 50, width: 204, lines: 5, times: 1, tail: "up" as const, at: 102 }
      : null;
    placed.push({ id: lead, x, y, scale: aside ? 1.1 : 0.94, inner: 1, bubble });
  }
  const plain = { size, radius, compact: false, of: seats.length, times: timesOf(size) };
  return { ...plain, spots: placed, ring, centre: inner, panel: panelOf(size, false) };
}

/** A wide ring: seats stand near the edges, whoever has a place of its own among them; the middle is for who has the floor. */
function opened(wanted: Wanted, radius: number): Layout {
  const { seats, size, lead } = wanted;
  const all = lead === "" || seats.includes(lead) ? seats : [...seats, lead];
  const top = radius + 40;
  const ring = ringOf(all.length, size, radius, top, size.height - radius - BELOW - CAPTION);
  const wide = Math.max(radius + 14, PLATE);
  ring.rx = Math.max(90, Math.min(size.width / 2 - EDGE - wide, ring.ry * 2.2));
  const corners = cornersOf(ring, all.length);
  const spots: Spot[] = all.map((id, index) => {
    const { x, y } = corners[index] ?? ring;
    return {
      id,
      x,
      y,
      scale: id === lead && !seats.includes(id) ? 0.94 : 1,
      inner: x < ring.x - 1 ? 1 : -1,
      bubble: null,
    };
  });
  const centre = middleOf(ring, spots, radius, wide);
  const plain = { size, radius, compact: false, of: all.length, times: timesOf(size) };
  return { ...plain, spots, ring, centre, panel: panelOf(size, false) };
}

/** Half a name's width. */
const PLATE = 72;
const LARGEST = { width: 820, height: 460 };

/** The largest box in the middle of the ring that no face with its name reaches into. */
function middleOf(ring: Layout["ring"], spots: readonly Spot[], radius: number, wide: number): Box {
  const central = spots.filter(({ x }) => Math.abs(x - ring.x) < wide);
  const over = Math.max(0, ...central.filter(({ y }) => y < ring.y).map(({ y }) => y + radius + BELOW + 10));
  const low = spots.filter(({ y }) => y > ring.y + ring.ry * 0.35).map(({ y }) => y - radius - 14);
  const under = Math.min(ring.y + ring.ry, ...low);
  const beside = spots.filter(
    ({ x, y }) => Math.abs(x - ring.x) >= wide && y - radius < under && y + radius + BELOW > over,
  );
  const half = Math.min(LARGEST.width / 2, ...beside.map(({ x }) => Math.abs(x - ring.x) - wide - 12));
  const width = Math.max(180, 2 * (beside.length === 0 ? Math.min(half, ring.rx * 0.8) : half));
  const height = Math.max(120, Math.min(LARGEST.height, under - over));
  return { x: ring.x - width / 2, y: over + (under - over - height) / 2, width, height };
}

/** The room inside the ring that no face reaches into. */
function innerOf(ring: Layout["ring"], of: number, radius: number): Box {
  const clear = of === 3 ? 0.62 : of === 4 ? 0.7 : 0.76;
  const width = Math.max(170, Math.min(400, 2 * (ring.rx * clear - radius * 0.4)));
  const height = Math.max(120, ring.ry * 1.1);
  return { x: ring.x - width / 2, y: ring.y - height / 2, width, height };
}

/** Room for who judges from the side, with what it says below it. */
const ASIDE = 228;
const FLANK = 66;

function panelOf(size: Size, led: boolean): Box {
  const width = Math.min(640 * timesOf(size), size.width - 4 * FLANK + 8);
  const x = (size.width - width) / 2;
  const y = led ? 172 : x < CORNER.x + CORNER.width ? CORNER.height + 8 : 18;
  return { x, y, width, height: Math.max(160, size.height - y - CAPTION - 4) };
}

/** The others along two flanks, the lead at the top in the middle. */
function flanked(wanted: Wanted, radius: number): Layout {
  const { seats, size, lead } = wanted;
  const led = lead !== "";
  const aside = seats.filter((id) => id !== lead);
  const panel = panelOf(size, led);
  const right = Math.ceil(aside.length / 2);
  const scale = aside.length > 8 ? 0.72 : 0.84;
  const margin = Math.max(FLANK, panel.x / 2);
  const spots: Spot[] = aside.map((id, index) => {
    const onRight = index < right;
    const [at, of] = onRight ? [index, right] : [aside.length - 1 - index, aside.length - right];
    const step = Math.min(150, (size.height - 150) / of);
    const y = size.height / 2 + (at - (of - 1) / 2) * step - 8;
    return { id, x: onRight ? size.width - margin : margin, y, scale, inner: onRight ? -1 : 1, bubble: null };
  });
  if (led) spots.push({ id: lead, x: size.width / 2, y: 78, scale: 1.32, inner: 1, bubble: null });
  const ring = ringOf(seats.length, size, radius, radius + 46, size.height - radius - BELOW);
  const plain = { size, radius, compact: false, of: seats.length, times: timesOf(size) };
  return { ...plain, spots: ordered(spots, wanted), ring, centre: panel, panel };
}

/** In seat order, a lead that is no member last. */
function ordered(spots: Spot[], { seats }: Wanted): Spot[] {
  const at = (id: string): number => (seats.includes(id) ? seats.indexOf(id) : seats.length);
  return spots.sort((one, other) => at(one.id) - at(other.id));
}
