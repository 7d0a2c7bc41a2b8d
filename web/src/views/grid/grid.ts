// What does a table of judgements hold, whatever was judged? Rows that were judged, columns that judged, and cells.
//
// The numbers in it are the ballots' and findings' own; nothing is computed here.

/** One judgement. */
export interface Cell {
  /** What stands in the cell: a mark, a place. */
  text: string;
  /** The mark before it was changed; empty where it was not. */
  was: string;
  /** How good it is, 0 to 1, for its colour; null gives it none. */
  share: number | null;
  /** The cell in words, for the line below and for screen readers. */
  says: string;
  /** The judge's own words. */
  why: string;
}

/** Nothing is in the cell, for a reason. */
export interface Blank {
  blank: "own" | "none" | "waiting";
  says: string;
}

export interface Column {
  id: string;
  /** A seat (shown with its face), or something with a title. */
  seat: string | null;
  title: string;
  /** A second line under it, e.g. an axis' weight. */
  note: string;
}

/** A number at the end of each row, from a finding. */
export interface Total {
  title: string;
  says: string;
  of: ReadonlyMap<string, string>;
}

/** Something to be known beside a table; `seat` is null where it may not be said whom it is about. */
export interface Note {
  seat: string | null;
  says: string;
}

export interface Grid {
  title: string;
  /** What one looks at, in a plain sentence. */
  explains: string;
  /** What the rows are. */
  corner: string;
  /** Seats that were judged, in the order to show. */
  rows: readonly string[];
  columns: readonly Column[];
  cells: ReadonlyMap<string, Cell | Blank>;
  totals: readonly Total[];
  /** What is to be known beside it: who abstained, whose ballot was spoiled. */
  notes: readonly Note[];
  /** Whether the numbers at the ends are there yet. */
  counted: boolean;
}

export const spotOf = (row: string, column: string): string => `${row}|${column}`;
export const isBlank = (cell: Cell | Blank): cell is Blank => "blank" in cell;

/** Where a mark lies on its scale, 0 to 1. */
export const shareOf = (mark: number, lowest: number, highest: number): number =>
  highest === lowest ? 0.5 : Math.min(1, Math.max(0, (mark - lowest) / (highest - lowest)));

/** `1st`, `2nd`, `3rd`, `11th`; `1.` in German, `第 1` in Chinese. */
export function nth(place: number): string {
  const last = place % 10;
  const teen = Math.floor(place / 10) % 10 === 1;
  return `${String(place)}${teen ? "th" : last === 1 ? "st" : last === 2 ? "nd" : last === 3 ? "rd" : "th"}`;
}
