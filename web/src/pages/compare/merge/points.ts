// Which points can be picked from two sessions? Every paragraph and item of both answers and of what each member said last,
// and every sentence of those.
import { say } from "@/language/say";
import type { SideBySide, WordDiff } from "../comparison";
import { memberName } from "../words";

/** How it stood in a list: not, with a dot, or with a number. */
export type Marker = "" | "-" | "1.";

/** Something that can be picked. */
export interface Point {
  /** What tells it from the others, whichever session stands first. */
  id: string;
  text: string;
  marker: Marker;
}

/** A paragraph, an item of a list, or something that stays whole: code, a table, a quotation, a heading. */
export interface Block extends Point {
  /** Its sentences, where it has several. */
  sentences: readonly Point[];
}

/** In which of the two sessions a text stands; both where they say the same. */
export type Side = "first" | "second" | "both";

export interface Source {
  id: string;
  /** Whose text it is. */
  name: string;
  side: Side;
  blocks: readonly Block[];
}

/** A text, put together again from what was held against another one. */
const textOf = (diff: WordDiff, side: "a" | "b"): string =>
  diff.passages
    .filter((each) => each.kind === "same" || each.kind === side)
    .map((each) => each.text)
    .join("");

export function sourcesOf(found: SideBySide): Source[] {
  const { verdict, members } = found.sides;
  const texts = [
    { a: "answer", b: "answer", name: say("The answer"), diff: verdict },
    ...members.map((pair) => ({ a: pair.a, b: pair.b, name: memberName(pair), diff: pair.answer })),
  ];
  const sources = texts.flatMap(({ a, b, name, diff }): Source[] => {
    if (diff === null) return [];
    const of = (id: string, side: Side, text: string): Source => ({ id, name, side, blocks: blocksIn(text, id) });
    if (diff.same === 1) return [of(`both:${[a, b].sort().join("+")}`, "both", textOf(diff, "a"))];
    return [of(`${found.a}:${a}`, "first", textOf(diff, "a")), of(`${found.b}:${b}`, "second", textOf(diff, "b"))];
  });
  return sources.filter((source) => source.blocks.length > 0);
}

const ITEM = /^\s*([-*+]|\d{1,9}[.)])\s+/;
const HEADING = /^ {0,3}#{1,6}\s/;
/** A line of a table or a quotation: those next to each other stay together. */
const APART = /^\s*[|>]/;

/** The sign that opens code or a formula of several lines; empty where the line opens none. */
function fenceOf(line: string): string {
  const [, mark = ""] = /^\s*(`{3,}|~{3,}|\$\$)/.exec(line) ?? [];
  const rest = line.trim().slice(mark.length);
  return mark !== "" && rest.includes(mark === "$$" ? mark : "`") ? "" : mark;
}

/** The blocks of a text in Markdown, in their order. */
export function blocksIn(text: string, of: string): Block[] {
  const blocks: Block[] = [];
  let [lines, marker, whole, fence]: [string[], Marker, boolean, string] = [[], "", false, ""];
  const end = (): void => {
    const said = lines.join("\n").trim();
    const id = `${of}:${String(blocks.length)}`;
    if (said !== "") blocks.push({ id, text: said, marker, sentences: whole ? [] : sentencesOf(said, id) });
    [lines, marker, whole, fence] = [[], "", false, ""];
  };
  for (const line of text.split(/\r?\n/)) {
    const opens = fenceOf(line);
    if (fence !== "") {
      lines.push(line);
      if (line.trim().startsWith(fence)) end();
    } else if (opens !== "") {
      end();
      [lines, whole, fence] = [[line], true, opens];
    } else if (line.trim() === "") end();
    else if (HEADING.test(line)) {
      end();
      [lines, whole] = [[line], true];
      end();
    } else if (ITEM.test(line)) {
      end();
      const [head = "", sign = ""] = ITEM.exec(line) ?? [];
      [lines, marker] = [[line.slice(head.length)], /\d/.test(sign) ? "1." : "-"];
    } else {
      if (whole !== APART.test(line)) end();
      whole = APART.test(line);
      lines.push(marker === "" ? line : line.trim());
    }
  }
  end();
  return blocks;
}

function sentencesOf(text: string, of: string): Point[] {
  const said = sentencesIn(text);
  return said.length < 2 ? [] : said.map((words, at) => ({ id: `${of}.${String(at)}`, text: words, marker: "" }));
}

/** Where a sentence may end: its sign, what closes behind it, and the space after that. */
const END = /(?:[.!?…؟।]+["'”’»)\]*_`]*\s+|[。！？]["”’」』）*_]*\s*)/gu;
/** What ends with a dot and goes on. */
const SHORT =
  /^\d{1,3}\.$|(?:^|[\s(])(?:\p{L}|Drs?|Mrs?|Ms|Prof|St|No|Nos|Nr|vs|cf|ca|approx|Fig|Abb|bzw|e\.g|i\.e|z\.\s?B|d\.\s?h|u\.\s?a)\.$/u;

/** The sentences of a paragraph. What is opened in one (`code`, **bold**, a bracket) is closed in it. */
export function sentencesIn(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const { 0: sign, index } of text.matchAll(END)) {
    const to = index + sign.length;
    const [said, rest] = [text.slice(from, to).trim(), text.slice(to)];
    if (rest === "" || goesOn(said, rest)) continue;
    found.push(said);
    from = to;
  }
  const last = text.slice(from).trim();
  return last === "" ? found : [...found, last];
}

function goesOn(said: string, rest: string): boolean {
  if (/[.…]["'”’»)\]*_`]*$/.test(said) && /^[*_"'“‘«(]*\p{Ll}/u.test(rest)) return true;
  if (SHORT.test(said)) return true;
  return PAIRED.some((mark) => count(said, mark) % 2 === 1 && rest.includes(mark)) || isOpen(said, rest);
}

const PAIRED = ["`", "**", "__"];
const count = (text: string, part: string): number => text.split(part).length - 1;
const isOpen = (said: string, rest: string): boolean =>
  ["()", "[]", "（）"].some(
    ([open = "", close = ""]) => count(said, open) > count(said, close) && rest.includes(close),
  );
