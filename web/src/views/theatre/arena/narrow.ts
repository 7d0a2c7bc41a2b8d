// Where does everybody stand where there is little width? A ring of small faces over what is said; or, where something large
// is read, rows of faces at the top, so that it has the room.
import { isFlanked } from "../moment/scenes";
import type { Layout, Spot } from "./places";
import { CAPTION, cornersOf, ringOf, type Wanted } from "./ring";

/** What lies over the upper corners: the controls, and what plays it again. */
const CORNERS = 56;
/** A name with a note under it, and what a face grows by whose turn it is; among many there is room for a name. */
const UNDER = { few: 48, many: 34 };
/** A crown stands higher than its face. */
const CROWN = 18;
const A_ROW = 5;

/** Who has a place of its own stands among the others: in the middle is what is said of the stage. */
const allIn = ({ seats, lead }: Wanted): readonly string[] =>
  lead === "" || seats.includes(lead) ? seats : [...seats, lead];

export function narrowOf(wanted: Wanted): Layout {
  const { size, scene, lead, floor } = wanted;
  const all = allIn(wanted);
  const radius = all.length > 9 ? 18 : all.length > 7 ? 19 : all.length > 5 ? 23 : all.length > 4 ? 28 : 31;
  const upper = size.height * (floor === true ? 0.55 : 0.6);
  const under = all.length > 7 ? UNDER.many : UNDER.few;
  const ring = ringOf(all.length, { ...size, height: upper }, radius, radius + CORNERS, upper - radius - under);
  ring.rx = Math.max(60, size.width / 2 - radius - 30);
  const width = Math.max(120, ring.rx * 2 - radius * 2 - 30);
  const centre = { x: ring.x - width / 2, y: ring.y - 50, width, height: 100 };
  const rows = isFlanked(scene) ? inRows(all, wanted, radius) : null;
  const corners = cornersOf(ring, all.length);
  const spots =
    rows?.spots ??
    all.map((id, index): Spot => {
      const { x, y } = corners[index] ?? ring;
      return { id, x, y, scale: id === lead ? 1.16 : 1, inner: x < ring.x + 70 ? 1 : -1, bubble: null };
    });
  const top = rows?.bottom ?? upper;
  const panel = { x: 8, y: top, width: size.width - 16, height: size.height - top - CAPTION };
  return { size, radius, compact: true, of: all.length, times: 1, spots, ring, centre, panel };
}

/** Faces side by side, no more than five in a row, with their badges to the right. */
function inRows(all: readonly string[], { size, lead }: Wanted, radius: number): { spots: Spot[]; bottom: number } {
  const rows = Math.max(1, Math.ceil(all.length / A_ROW));
  const many = Math.ceil(all.length / rows);
  const apart = (size.width - 28) / Math.max(1, many);
  const face = Math.min(22.5, apart * 0.3); // what is touched is 44 px wide, rounded or not
  const high = 2 * face + 40;
  const first = CORNERS + CROWN + face;
  const spots = all.map((id, index): Spot => {
    const row = Math.floor(index / many);
    const inRow = Math.min(many, all.length - row * many);
    const x = size.width / 2 + ((index % many) - (inRow - 1) / 2) * apart;
    const scale = (face / radius) * (id === lead ? 1.12 : 1);
    return { id, x, y: first + row * high, scale, inner: 1, bubble: null };
  });
  return { spots, bottom: first + (rows - 1) * high + face + 34 };
}
