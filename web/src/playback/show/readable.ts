// Which words of a statement are for people? Where an answer is asked for in a form, the answer inside the form, also
// while the form is still being written; anything else word for word.
import type { MoveView } from "@/wire/types";
import { concludes } from "../brought";

const FIELDS = ["answer", "synthesis"] as const;

export interface Spoken {
  /** What to read. */
  text: string;
  /** Whether this is a form with no words of its own: it is shown as it was written. */
  form: boolean;
}

/** Around a form there may be a fence, and words before it none. */
const FENCE = /^\s*```(?:json)?\s*/;
const FORM = /^(?:\{|\[\s*(?:$|[{"[]))/;

/** The words in a statement. */
export function spokenOf(statement: string): Spoken {
  const start = statement.replace(FENCE, "").trimStart();
  if (!FORM.test(start)) return { text: statement, form: false };
  for (const field of FIELDS) {
    const found = new RegExp(`"${field}"\\s*:\\s*"`).exec(start);
    if (found !== null) return { text: unquoted(start.slice(found.index + found[0].length)), form: false };
  }
  return { text: statement, form: true };
}

/** Whoever concludes parts the answer from the rest by a line of only `---`: the text without it, nor the beginning of it. */
export function withoutMarker(text: string, streaming: boolean): string {
  const shown = streaming ? text.replace(/(^|\n)[ \t]*-{1,3}[ \t]*$/, "$1") : text;
  return shown.replace(/(^|\n)[ \t]*---[ \t]*(?=\n|$)/, "$1");
}

/** What a settled move said, without the marker where it concludes. */
export const settledText = ({ stage, text }: Pick<MoveView, "stage" | "text">): string =>
  concludes(stage) ? withoutMarker(text, false) : text;

const SENTENCES = /"((?:[^"\\]|\\.)*)"\s*:\s*"((?:[^"\\]|\\.)*)/g;

/** The words in a statement; of a form without words of its own the sentences in it, whole or still on its way. */
export function readable(statement: string): string {
  return proseIn(statement).join("\n");
}

/** A move's words as they are known now, in whatever form they came. */
export const wordsNow = (move: MoveView, coming: string): string =>
  readable(move.state === "spoke" ? settledText(move) : coming);

/** The same, text by text. */
function proseIn(statement: string): string[] {
  const { text, form } = spokenOf(statement);
  if (!form) return [text];
  const found: string[] = [];
  for (const match of text.matchAll(SENTENCES)) {
    const said = unquoted(match[2] ?? "");
    if (match[1] !== "quote" && /\s/.test(said.trim())) found.push(said);
  }
  return found;
}

export interface Remark {
  /** The label it is about; empty where it is about none. */
  on: string;
  /** The field it stands in; empty where that is the label itself. */
  field: string;
  text: string;
}

const PARTS = /"((?:[^"\\]|\\.)*)"\s*:\s*(?:(\{)|"((?:[^"\\]|\\.)*))/g;
const isLabel = (word: string): boolean => /^[0-9A-Z]{4,}$/.test(word) && /\d/.test(word) && /[A-Z]/.test(word);

/** The prose in a form, by the label it is about, whole or still on its way. */
export function remarksIn(form: string): Remark[] {
  const found: Remark[] = [];
  let inside = "";
  for (const match of form.matchAll(PARTS)) {
    const name = match[1] ?? "";
    if (match[2] !== undefined) {
      inside = isLabel(name) ? name : "";
      continue;
    }
    const text = unquoted(match[3] ?? "").trim();
    if (!/\s/.test(text)) continue;
    found.push(isLabel(name) ? { on: name, field: "", text } : { on: inside, field: name.replaceAll("_", " "), text });
  }
  return found;
}

/** A JSON string up to its end, or as far as it has been written; half an escape is not there yet. */
function unquoted(rest: string): string {
  let end = 0;
  let escape = -1;
  while (end < rest.length && rest[end] !== '"') {
    if (rest[end] === "\\") escape = end;
    end += rest[end] === "\\" ? (rest[end + 1] === "u" ? 6 : 2) : 1;
  }
  const inside = end > rest.length ? rest.slice(0, escape) : rest.slice(0, end);
  try {
    const text = JSON.parse(`"${inside.replaceAll("\n", "\\n").replaceAll("\t", "\\t")}"`) as string;
    return /[\ud800-\udbff]$/.test(text) ? text.slice(0, -1) : text;
  } catch {
    return inside;
  }
}

/** A form in lines, for reading; as it was written where it is no whole form. */
export function laidOut(form: string): string {
  try {
    const bare = form.replace(FENCE, "").replace(/```\s*$/, "");
    return JSON.stringify(JSON.parse(bare), null, 2);
  } catch {
    return form;
  }
}
