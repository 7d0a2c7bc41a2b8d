// What may a model's text not do to the page that shows it? Hide characters, turn the reading direction of what is
// around it, lead to anything but a page or an address, or nest so deep that the page stalls.

// What is not seen but changes what is: directions, joiners of nothing, tags, control characters. Marks that join
// letters and emoji stay.
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

const DEEPEST = 12;
const LONGEST = 400_000;
/** Marks in one paragraph beyond which it may be no writing but an attack on its parser. */
const MOST_MARKS = 3200;
/** Brackets open at once, and characters one may stay open: at every word, the parser looks back to all that are. */
const MOST_OPEN = 50;
const LONGEST_OPEN = 4000;
/** Cells of one table. */
const MOST_CELLS = 4000;
const QUOTES = new RegExp(`^((?:[ \\t]*>){${String(DEEPEST)}})[ \\t>]*`, "gm");
const INDENT = new RegExp(`^[ \\t]{${String(DEEPEST * 4)},}(?=[-*+\\d>])`, "gm");
const LISTS = new RegExp(
  `^([ \\t]*(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+){${String(DEEPEST)}})(?:(?:[-*+]|\\d{1,9}[.)])[ \\t]+)+`,
  "gm",
);

/** The text with what is hidden shown as its number. */
export const unhidden = (text: string): string =>
  text.replace(HIDDEN, (found) => `⟨U+${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}⟩`);

/** The text with what is hidden shown and what is nested too deep cut flat. */
export function tamed(text: string): string {
  return unhidden(text.slice(0, LONGEST).replace(/\r\n?/g, "\n"))
    .replace(QUOTES, "$1 ")
    .replace(INDENT, " ".repeat(DEEPEST * 2))
    .replace(LISTS, "$1");
}

/** Whether a text is built to stall its parser, or a table to stall the page; such a text is shown as it is. */
export function isBomb(text: string): boolean {
  return text.split(/\n[ \t]*\n/).some((paragraph) => {
    if (staysOpen(paragraph)) return true;
    const marks = paragraph.match(/[[\]*_~`!(<|]/g)?.length ?? 0;
    return marks > MOST_MARKS && (isDense(paragraph) || (paragraph.match(/\|/g)?.length ?? 0) > MOST_CELLS);
  });
}

function staysOpen(paragraph: string): boolean {
  const open: number[] = [];
  for (const found of paragraph.matchAll(/\\[[\]\\]|[[\]]/g)) {
    if (found[0] === "[" && open.push(found.index) > MOST_OPEN) return true;
    if (found[0] === "]" && found.index - (open.pop() ?? found.index) > LONGEST_OPEN) return true;
  }
  return paragraph.length - (open[0] ?? paragraph.length) > LONGEST_OPEN;
}

const isDense = (paragraph: string): boolean => (paragraph.match(/[\p{L}\p{N}]/gu)?.length ?? 0) < paragraph.length / 3;

/** Where a link may lead: a page or a mailbox; null for anything else. */
export function whereTo(href: unknown): URL | null {
  if (typeof href !== "string" || !/^(https?:\/\/|mailto:)/i.test(href)) return null;
  try {
    const url = new URL(href);
    return ["http:", "https:", "mailto:"].includes(url.protocol) ? url : null;
  } catch {
    return null;
  }
}
