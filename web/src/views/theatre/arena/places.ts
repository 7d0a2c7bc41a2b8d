// What is a place in the arena? Boxes, spots for seats with their bubbles, and the layout they make.
export interface Bubble {
  x: number;
  y: number;
  width: number;
  /** Lines of text it holds, and how much larger than usual they are. */
  lines: number;
  times: number;
  /** On which side its pointer is, and where along that side. */
  tail: "left" | "right" | "up" | "down";
  at: number;
}

export interface Size {
  width: number;
  height: number;
}
export interface Spot {
  id: string;
  x: number;
  y: number;
  /** Times the ring's face. */
  scale: number;
  /** Which way is inside: -1 left, 1 right. */
  inner: -1 | 1;
  bubble: Bubble | null;
}
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}
export interface Layout {
  size: Size;
  /** Half a face's width. */
  radius: number;
  compact: boolean;
  spots: readonly Spot[];
  /** Corners of the ring, and how much larger than usual everything is drawn. */
  of: number;
  times: number;
  /** The middle of the ring and its half axes. */
  ring: { x: number; y: number; rx: number; ry: number };
  /** Room for what is shown in the middle. */
  centre: Box;
  /** Room for the decree, the ballot or the claims, between the flanks. */
  panel: Box;
}
