// Which days are shown? So many up to today, or from one to another; they stand in the address.
export const SPANS = ["7", "30", "90", "366"] as const;
export type Span = (typeof SPANS)[number] | "own";
export interface Days {
  days?: number;
  from?: string;
  to?: string;
}

const DAY = /^\d{4}-\d\d-\d\d$/;

export function spanOf(search: URLSearchParams): Span {
  if (search.has("from") || search.has("to")) return "own";
  return SPANS.find((each) => each === search.get("days")) ?? "30";
}

/** What is asked of the server; a day that is not whole yet is not asked for. */
export function daysOf(search: URLSearchParams): Days {
  const span = spanOf(search);
  if (span !== "own") return { days: Number(span) };
  const days: Days = {};
  for (const end of ["from", "to"] as const) {
    const day = search.get(end) ?? "";
    if (DAY.test(day)) days[end] = day;
  }
  return days;
}

/** The same as the end of a query. */
export function queryOf(days: Days): string {
  const query = new URLSearchParams(Object.entries(days).map(([name, value]) => [name, String(value)])).toString();
  return query === "" ? "" : `&${query}`;
}
