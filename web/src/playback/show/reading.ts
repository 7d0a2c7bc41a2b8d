// How long does somebody read? At 220 words a minute; and what of an answer is read out: its first claim with one reason.

/** Milliseconds for a word. */
const A_WORD = 60_000 / 220;
/** More words than this are no first claim and a reason. */
const MOST = 60;
/** Fewer than this are no claim yet: the next sentence belongs to them. */
const FEWEST = 6;
/** Scripts without spaces between words are read by characters, so many to a word. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu;
const TO_A_WORD = 1.6;

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });

export function wordsIn(text: string): number {
  const unspaced = text.match(UNSPACED)?.length ?? 0;
  const spaced = text.replaceAll(UNSPACED, " ").match(/[\p{L}\p{N}][^\s]*/gu)?.length ?? 0;
  return spaced + Math.ceil(unspaced / TO_A_WORD);
}

export const readingTime = (text: string): number => Math.round(wordsIn(text) * A_WORD);

const known = new Map<string, string>();
const KEPT = 64;

/** The first claim of an answer and one reason: two sentences of it, without headings, marks of lists and code. */
export function excerptOf(text: string): string {
  const had = known.get(text);
  if (had !== undefined) return had;
  const excerpt = read(text);
  if (known.size >= KEPT) known.delete(known.keys().next().value ?? "");
  known.set(text, excerpt);
  return excerpt;
}

function read(text: string): string {
  const found: string[] = [];
  let claims = 0;
  for (const { segment } of sentences.segment(prose(text.slice(0, 4000)))) {
    const said = segment.trim();
    if (said === "") continue;
    found.push(said);
    if (wordsIn(found.slice(claims).join(" ")) < FEWEST) continue;
    claims = found.length;
    if (found.length >= 2) break;
  }
  return shortened(found.join(" "));
}

/** Without what only shapes a text; lines that are headings or fences are left out where anything else is there. */
function prose(text: string): string {
  const lines = text.replaceAll(/```[\s\S]*?(?:```|$)/g, "\n").split("\n");
  const plain = lines
    .filter((line) => !/^\s*(?:#{1,6} |\||[-=*_]{3,}\s*$)/.test(line))
    .map((line) => line.replace(/^\s*(?:>\s*)*(?:[-*+]|\d+[.)])?\s+/, "").trim());
  const joined = plain.filter((line) => line !== "").join(" ");
  return joined === "" ? text.replaceAll(/[#`|]/g, " ").replaceAll(/\s+/g, " ") : joined;
}

function shortened(text: string): string {
  const words = text.split(/(?<=\s)/);
  if (wordsIn(text) <= MOST) return text;
  if (words.length > MOST) return `${words.slice(0, MOST).join("").trimEnd()}…`;
  return `${[...text].slice(0, Math.round(MOST * TO_A_WORD)).join("")}…`;
}
