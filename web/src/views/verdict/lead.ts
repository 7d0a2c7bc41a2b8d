// Which words of an answer stand as its headline? Its first sentence, taken out of the text where that can be done without
// losing a mark or a link; else said above the text, which then stays whole.
const LONGEST = 220;
/** Shorter first sentences ("Yes.") take the next one along. */
const SHORTEST = 12;

export interface Lead {
  /** Plain words; empty where there is none. */
  headline: string;
  /** What is left to read, as Markdown. */
  rest: string;
}

/** What begins a list, a quotation, a table, a rule, code or an image, and is no sentence. */
const NO_SENTENCE = /^(?: {0,3}(?:[-*+]\s|\d{1,9}[.)]\s|>|\||```|~~~|!\[|<|\$\$|\\\[|\\begin|[-*_]{3,}\s*$)| {4}|\t)/;
const HEADING = /^ {0,3}#{1,6}\s+(.*?)\s*#*\s*$/;
const STOP = /(?:[.!?…]["'”’»)\]*_]*(?=\s|$)|[。！？]["”’」』）]*)/g;
const ABBREVIATION =
  /(?:\b(?:e\.g|i\.e|etc|vs|cf|Dr|Mr|Mrs|Ms|Prof|No|Nr|St|Inc|Ltd|Corp|Co|Jr|Sr|Art|Abs|z\.B|d\.h|bzw|usw|bspw|ca|approx|p|pp|Fig|Eq|\d{1,3})|\b[A-Z])\.$/;
/** What may turn the sentence before it round: it goes along, or there is no headline. */
const TURN =
  /^(?:["“(*_]*)(?:(?:but|only|not|no|however|unless|otherwise|except|though|although|yet|still|provided|it (?:is|was) not|it isn['’]t|(?:that|this)(?: is|['’]s) (?:not|wrong|false)|aber|außer|jedoch|doch|nur|nicht|nein|sofern|es sei denn|allerdings|mais|sauf|sinon|pero|salvo|excepto)\b|除非|但|然而|不过|只有|并非|不是)/i;
/** A heading this short ("Summary", "Short answer") names what follows; a longer one says something itself. */
const LABEL = 2;

export function leadOf(text: string): Lead {
  const whole = text.trim();
  const blocks = whole.split(/\n[ \t]*\n/);
  const at = blocks.findIndex((block) => !isLabel(block));
  const block = blocks[at];
  const none = { headline: "", rest: whole };
  if (block === undefined || NO_SENTENCE.test(block)) return none;
  const [line = ""] = block.split("\n", 1);
  const title = HEADING.exec(line)?.[1];
  if (title !== undefined)
    return at === 0 && title.length <= LONGEST && isWhole(title)
      ? { headline: plainly(title), rest: whole.slice(line.length).trimStart() }
      : none;
  const sentence = firstIn(block, blocks[at + 1] ?? "");
  if (sentence === null) return none;
  const apart = at === 0 && !/[[\]<>\\]|https?:/.test(sentence);
  const rest = whole.slice(sentence.length).trimStart();
  return { headline: plainly(sentence), rest: apart ? rest : whole };
}

const isLabel = (block: string): boolean => {
  const title = HEADING.exec(block.split("\n", 1)[0] ?? "")?.[1];
  return title !== undefined && !block.trim().includes("\n") && title.split(/\s+/).length <= LABEL;
};

/** The first sentence of a paragraph with its marks; null where it is too long, would cut a mark in two, or is turned
 * round by what follows. */
function firstIn(block: string, next: string): string | null {
  const whole = block.length <= LONGEST && !/\n {0,3}(?:[-*+]|\d{1,9}[.)])\s|\n {0,3}(?:=+|-+)\s*$/.test(block);
  for (const found of block.slice(0, LONGEST).matchAll(STOP)) {
    const sentence = block.slice(0, found.index + found[0].length);
    const after = block.slice(sentence.length).trimStart();
    if (sentence.length < SHORTEST && after !== "") continue;
    if (ABBREVIATION.test(sentence) || !isWhole(sentence)) continue;
    if (after !== "" && (/[?？]\W*$/.test(sentence) || TURN.test(after) || /^\p{Ll}/u.test(after))) continue;
    if (after === "" && TURN.test(next)) return null;
    return sentence;
  }
  return whole && isWhole(block) && !TURN.test(next) ? block : null;
}

/** Whether every mark that is opened is closed. */
function isWhole(words: string): boolean {
  const count = (mark: RegExp): number => words.match(mark)?.length ?? 0;
  if ((count(/\*/g) % 2) + (count(/`/g) % 2) + (count(/~~/g) % 2) + (count(/\$/g) % 2) > 0) return false;
  return count(/\(/g) === count(/\)/g) && count(/\[/g) === count(/\]/g) && count(/“/g) <= count(/[”„]/g);
}

const plainly = (words: string): string =>
  words
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, "$1")
    .replace(/\*\*|__|~~|`/g, "")
    .replace(/(^|\s)[*_]([^*_]+)[*_](?=[\s.,;:!?]|$)/g, "$1$2")
    .replace(/\s+/g, " ")
    .trim();
