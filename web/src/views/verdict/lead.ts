// Split a text into its answer and the rest: the paragraph before a line of `---`, or the first paragraph of prose.

/** Characters. A longer first paragraph is no answer in short. */
const LONGEST = 600;
const MARKER = /^\s*---[ \t]*(?:\n|$)/;
/** A heading, list, quotation, table, code, formula, image or indented block. */
const NO_PROSE = /^(?: {0,3}(?:#{1,6}\s|[-*+]\s|\d{1,9}[.)]\s|>|\||```|~~~|!\[|<|\$\$|\\\[|\\begin)| {4}|\t)/m;

export interface Lead {
  /** Markdown; empty where the text begins with something else. */
  headline: string;
  /** What is left to read, as Markdown. */
  rest: string;
}

/** `answer` is the answer where the server has told it. */
export function leadOf(text: string, answer: string | null = null): Lead {
  const whole = text.trim();
  const first = answer?.trim() ?? whole.split(/\n[ \t]*\n|\n---[ \t]*(?:\n|$)/, 1)[0] ?? "";
  if (first === "" || (answer === null && (first.length > LONGEST || NO_PROSE.test(first))))
    return { headline: "", rest: whole };
  const rest = whole.startsWith(first) ? whole.slice(first.length) : whole;
  return { headline: first, rest: rest.replace(MARKER, "").trim() };
}
