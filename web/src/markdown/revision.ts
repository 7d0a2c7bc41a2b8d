// A text beside the one it takes the place of: what was added is marked, and what was taken out stands struck where it was.
import { blocksOf } from "./blocks";
import type { Node } from "./schema";

/** Blocks that share less than this of their words are not versions of each other. */
const ALIKE = 0.34;
/** More words than this are not compared: the time it takes grows with the square. */
const MOST_WORDS = 800;

/** A word without what only marks it, for comparing. */
const bare = (word: string): string => word.replaceAll(/[^\p{L}\p{N}]/gu, "").toLowerCase();

interface Word {
  shown: string;
  bare: string;
}

const wordsIn = (text: string): Word[] =>
  text
    .split(/\s+/)
    .map((shown) => ({ shown, bare: bare(shown) }))
    .filter((word) => word.bare !== "");

/** For each block the one of the earlier text it is a version of; empty where it is new. */
export function matched(blocks: readonly string[], against: string): string[] {
  const before = blocksOf(against).map((block) => ({ block, words: new Set(wordsIn(block).map((word) => word.bare)) }));
  return blocks.map((block) => {
    const words = new Set(wordsIn(block).map((word) => word.bare));
    let best = { at: -1, share: ALIKE };
    before.forEach((other, at) => {
      const shared = [...words].filter((word) => other.words.has(word)).length;
      const share = (2 * shared) / Math.max(1, words.size + other.words.size);
      if (share > best.share) best = { at, share };
    });
    return before.splice(best.at, best.at < 0 ? 0 : 1)[0]?.block ?? "";
  });
}

/** For each word of the later text: whether it is new, and which words before it were taken out. */
export function revisionOf(before: readonly string[], after: readonly string[]): { added: boolean; gone: number[] }[] {
  const [n, m] = [before.length, after.length];
  const common = Array.from({ length: n + 1 }, () => new Uint16Array(m + 1));
  const at = (i: number, j: number): number => common[i]?.[j] ?? 0;
  for (let i = n - 1; i >= 0; i--)
    for (let j = m - 1; j >= 0; j--) {
      const row = common[i];
      if (row !== undefined)
        row[j] = before[i] === after[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const found: { added: boolean; gone: number[] }[] = [];
  let [i, gone]: [number, number[]] = [0, []];
  for (let j = 0; j < m;) {
    if (i < n && before[i] === after[j]) {
      found.push({ added: false, gone });
      [i, j, gone] = [i + 1, j + 1, []];
    } else if (i < n && at(i + 1, j) >= at(i, j + 1)) gone.push(i++);
    else {
      found.push({ added: true, gone });
      [j, gone] = [j + 1, []];
    }
  }
  return found;
}

/** A plugin that marks what is not in an earlier version of the text, everywhere outside code and formulas. */
export function revised(was: string) {
  const before = wordsIn(was.replaceAll(/\]\([^)]*\)/g, ""));
  return () =>
    (tree: Node): void => {
      const after: string[] = [];
      eachText(tree, (text) => after.push(...wordsIn(text).map((word) => word.bare)));
      if (after.length === 0 || after.length > MOST_WORDS || before.length > MOST_WORDS) return;
      const changes = revisionOf(
        before.map((word) => word.bare),
        after,
      );
      let at = 0;
      put(tree, (text) => {
        const pieces: Node[] = [];
        for (const piece of text.split(/(?<=\s)(?=\S)/)) {
          const change = bare(piece) === "" ? undefined : changes[at++];
          if (change !== undefined && change.gone.length > 0) {
            append(pieces, "del", change.gone.map((gone) => before[gone]?.shown ?? "").join(" "));
            append(pieces, "", " ");
          }
          const end = piece.trimEnd().length;
          append(pieces, change?.added === true ? "ins" : "", piece.slice(0, end));
          append(pieces, "", piece.slice(end));
        }
        return pieces;
      });
    };
}

const isLeft = ({ tagName = "" }: Node): boolean => ["pre", "math", "table"].includes(tagName);

function eachText(node: Node, take: (text: string) => void): void {
  if (node.type === "text") take(node.value ?? "");
  else if (!isLeft(node)) node.children?.forEach((child) => eachText(child, take));
}

function put(node: Node, pieces: (text: string) => Node[]): void {
  if (node.children === undefined || isLeft(node)) return;
  node.children = node.children.flatMap((child) => {
    if (child.type === "text") return pieces(child.value ?? "");
    put(child, pieces);
    return [child];
  });
}

/** Puts words behind others of their kind, or begins a new piece; a space between two of a kind joins them. */
function append(pieces: Node[], tagName: "ins" | "del" | "", words: string): void {
  if (words === "") return;
  const last = pieces.at(-1);
  const before = pieces.at(-2);
  if (
    tagName !== "" &&
    last?.value?.trim() === "" &&
    before?.tagName === tagName &&
    before.children?.[0] !== undefined
  ) {
    before.children[0].value = `${before.children[0].value ?? ""}${last.value}${words}`;
    pieces.pop();
    return;
  }
  const text: Node = { type: "text", value: words };
  if (tagName === "" && last?.type === "text") last.value = (last.value ?? "") + words;
  else if (tagName === "") pieces.push(text);
  else
    pieces.push({ type: "element", tagName, properties: tagName === "del" ? { dataWas: "" } : {}, children: [text] });
}
