// How does a line run from one seat to another? A quiet curve from edge to edge of two faces, with a knot near its middle.
import type { Bond } from "../brought";
import type { Layout } from "./places";

interface Point {
  x: number;
  y: number;
}
export interface Curve {
  d: string;
  knot: Point;
}

/** Agreement bows to the outside, dispute to the inside, so that two lines between the same two are told apart. */
export function pathOf(bond: Bond, layout: Layout): Curve {
  const [a, b] = [placeOf(bond.from, layout), placeOf(bond.to, layout)];
  const long = Math.max(1, Math.hypot(b.x - a.x, b.y - a.y));
  const [nx, ny] = [-(b.y - a.y) / long, (b.x - a.x) / long];
  const middle = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const away = Math.sign((middle.x - layout.ring.x) * nx + (middle.y - layout.ring.y) * ny) || 1;
  const directed = bond.kind === "charge" || bond.kind === "moved";
  const bow = directed ? long * 0.1 : long * (bond.kind === "agree" ? 0.13 : -0.07) * away;
  const control = { x: middle.x + nx * bow * 1.6, y: middle.y + ny * bow * 1.6 };
  const clear = layout.radius + 7;
  const [from, to] = [nearer(a, control, clear), nearer(b, control, directed ? clear + 6 : clear)];
  const knot = at(from, control, to, directed ? 0.62 : 0.5);
  const p = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;
  const head = directed ? arrow(control, to) : "";
  return { d: `M${p(from)}Q${p(control)} ${p(to)}${head}`, knot };
}

const placeOf = (seat: string, layout: Layout): Point =>
  layout.spots.find(({ id }) => id === seat) ?? { x: layout.ring.x, y: layout.ring.y };

/** A point so far from one towards another. */
function nearer(from: Point, to: Point, far: number): Point {
  const long = Math.max(1, Math.hypot(to.x - from.x, to.y - from.y));
  return { x: from.x + ((to.x - from.x) / long) * far, y: from.y + ((to.y - from.y) / long) * far };
}

function at(from: Point, control: Point, to: Point, t: number): Point {
  const along = (a: number, b: number, c: number): number => (1 - t) * (1 - t) * a + 2 * (1 - t) * t * b + t * t * c;
  return { x: along(from.x, control.x, to.x), y: along(from.y, control.y, to.y) };
}

function arrow(from: Point, tip: Point): string {
  const angle = Math.atan2(tip.y - from.y, tip.x - from.x);
  const wing = (turn: number): string =>
    `M${tip.x.toFixed(1)} ${tip.y.toFixed(1)}l${(-9 * Math.cos(angle + turn)).toFixed(1)} ${(-9 * Math.sin(angle + turn)).toFixed(1)}`;
  return wing(0.45) + wing(-0.45);
}
