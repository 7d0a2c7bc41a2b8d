// Where do so many seats stand on a ring? At the corners of a polygon, the first on top and the rest clockwise.
import type { Scene } from "../moment/scenes";
import type { Layout, Size } from "./places";

export interface Wanted {
  seats: readonly string[];
  /** Who has a place of its own; may be one of the seats. */
  lead: string;
  scene: Scene;
  size: Size;
  /** Whether one has the floor after the other: then the ring is wide, with room in its middle instead of around it. */
  floor?: boolean;
}

export const EDGE = 12;
const GAP = 22;
const LEAST_BUBBLE = 150;
/** The line at the foot of the arena that says what is shown. */
export const CAPTION = 40;
/** The angle of a seat, from the top clockwise. */
const angleOf = (index: number, of: number): number => -Math.PI / 2 + (index * 2 * Math.PI) / Math.max(of, 1);

/** Corners of the polygon the seats stand at. */
export function cornersOf(ring: Layout["ring"], of: number): { x: number; y: number }[] {
  return Array.from({ length: of }, (_, index) => {
    const angle = angleOf(index, of);
    return { x: ring.x + ring.rx * Math.cos(angle), y: ring.y + ring.ry * Math.sin(angle) };
  });
}

/** What stands below a face: its name, who makes it, and the marks it was given. */
export const BELOW = 74;

export function ringOf(of: number, size: Size, radius: number, top: number, bottom: number): Layout["ring"] {
  const angles = Array.from({ length: of }, (_, index) => angleOf(index, of));
  const lowest = Math.max(0.2, ...angles.map(Math.sin));
  const widest = Math.max(0.2, ...angles.map((angle) => Math.abs(Math.cos(angle))));
  const ry = Math.max(60, Math.min(300, (bottom - top) / (1 + lowest)));
  const free = size.width / 2 - EDGE - LEAST_BUBBLE - 24 - GAP - radius;
  const rx = Math.max(90, Math.min(free / widest, ry * 1.3));
  const slack = bottom - top - ry * (1 + lowest);
  return { x: size.width / 2, y: top + slack / 2 + ry, rx, ry };
}
