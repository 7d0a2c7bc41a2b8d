// Where may a text that is still being written be cut, so that only its last piece is parsed anew? At blank lines
// outside fences; a fence that is still open is closed for as long as it is.

const FENCE = /^ {0,3}(`{3,}|~{3,})(.*)$/;

/** The pieces of a text; all but the last one stay as they are while it grows. */
export function blocksOf(text: string): string[] {
  const blocks: string[] = [];
  let block: string[] = [];
  let open = "";
  let size = 0;
  const close = (): void => {
    if (block.length > 0) blocks.push(block.join("\n"));
    block = [];
    size = 0;
  };
  for (const line of text.split("\n")) {
    if (open === "" && line.trim() === "") {
      close();
      continue;
    }
    if (open === "" && size > LONG && ITEM.test(line)) close();
    block.push(line);
    size += line.length + 1;
    open = fenceAfter(open, line);
  }
  if (open !== "") block.push(open);
  close();
  return blocks;
}

/** The fence that is open after a line, empty when none is. */
function fenceAfter(open: string, line: string): string {
  const [, fence = "", rest = ""] = FENCE.exec(line) ?? [];
  if (fence === "") return open;
  if (open === "") return fence.startsWith("`") && rest.includes("`") ? "" : fence;
  return fence.startsWith(open) && rest.trim() === "" ? "" : open;
}

/** A list longer than this is cut before one of its items while it grows. */
const LONG = 800;
const ITEM = /^(?:[-*+]|\d{1,9}[.)])[ \t]/;

const CHUNK = 480;

/** A long run of words in pieces that stay as they are while it grows: what is drawn already is not drawn again. */
export function chunksOf(text: string, about = CHUNK): string[] {
  const chunks: string[] = [];
  let from = 0;
  while (text.length - from > about * 2) {
    const space = text.slice(from + about, from + about * 2).search(/\s\S/);
    const to = space < 0 ? from + about * 2 : from + about + space + 1;
    chunks.push(text.slice(from, to));
    from = to;
  }
  chunks.push(text.slice(from));
  return chunks;
}

const STRETCH = 1000;

/** A very long paragraph, cut behind sentences; behind a word where none ends for long. All but the last stay as they are. */
export function stretchesOf(text: string): string[] {
  const stretches: string[] = [];
  let from = 0;
  while (text.length - from > STRETCH * 2) {
    const room = text.slice(from + STRETCH, from + STRETCH * 2);
    const end = /[.!?…。！？]["”’')\]]*\s+/.exec(room);
    const space = /\s\S/.exec(room);
    const to = from + STRETCH + (end !== null ? end.index + end[0].length : space !== null ? space.index + 1 : STRETCH);
    stretches.push(text.slice(from, to));
    from = to;
  }
  stretches.push(text.slice(from));
  return stretches;
}

/** What is to be shown. */
export interface MarkdownGiven {
  text: string;
  /** True while more of it comes. */
  streaming?: boolean;
  /** Letters that stood for names when this was written, and the names to show for them in bold. */
  names?: ReadonlyMap<string, string>;
  /** The level of the heading it stands under; its own headings are below that. */
  under?: 1 | 2 | 3 | 4;
  /** The text whose place this one takes: what changed is marked. */
  against?: string;
}
