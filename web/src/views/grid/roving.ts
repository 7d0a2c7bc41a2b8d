// Which cell of a table has the keyboard? One at a time: arrows move it, Home and End go to the ends of the row.
import { useCallback, useRef, useState, type KeyboardEvent } from "react";

export interface Spot {
  row: number;
  column: number;
}

/** Where a key leads in a table of so many rows and columns; null for a key that leads nowhere. */
export function moved(from: Spot, key: string, rows: number, columns: number, whole: boolean): Spot | null {
  const inside = (row: number, column: number): Spot => ({
    row: Math.min(rows - 1, Math.max(0, row)),
    column: Math.min(columns - 1, Math.max(0, column)),
  });
  const { row, column } = from;
  switch (key) {
    case "ArrowUp":
      return inside(row - 1, column);
    case "ArrowDown":
      return inside(row + 1, column);
    case "ArrowLeft":
      return inside(row, column - 1);
    case "ArrowRight":
      return inside(row, column + 1);
    case "Home":
      return inside(whole ? 0 : row, 0);
    case "End":
      return inside(whole ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}

/** A roving tab stop over the cells of a table: put `onKeyDown` on the table and `cellProps` on every cell. */
export function useRoving(rows: number, columns: number) {
  const [spot, setSpot] = useState<Spot>({ row: 0, column: 0 });
  const table = useRef<HTMLTableElement>(null);
  const at = {
    row: Math.min(spot.row, Math.max(0, rows - 1)),
    column: Math.min(spot.column, Math.max(0, columns - 1)),
  };

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.altKey || event.shiftKey) return;
    const cell = event.target instanceof Element ? event.target.closest<HTMLElement>("[data-spot]") : null;
    if (cell === null || rows === 0 || columns === 0) return;
    const to = moved(at, event.key, rows, columns, event.ctrlKey || event.metaKey);
    if (to === null) return;
    event.preventDefault();
    event.stopPropagation();
    setSpot(to);
    table.current?.querySelector<HTMLElement>(`[data-spot="${String(to.row)}.${String(to.column)}"]`)?.focus();
  };

  const seen = useCallback((row: number, column: number) => {
    setSpot((before) => (before.row === row && before.column === column ? before : { row, column }));
  }, []);

  return { table, at, onKeyDown, seen };
}
