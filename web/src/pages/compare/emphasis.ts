// Which words of two texts beside each other are written in bold? Their stars are not shown, and nothing else of a text is.
export interface Passage {
  kind: string;
  text: string;
}

/** A piece of a passage. */
export interface Piece {
  text: string;
  bold: boolean;
}

/** Words between pairs of stars, within one line: `**In short:** …`. Stars without a second pair stay as they are. */
const BOLD = /\*\*(?=[^\s*])([^*\n]*[^\s*])\*\*/g;

/** Each passage in pieces; a pair of stars may begin in one passage and end in another of the same text. */
export function emphasised(passages: readonly Passage[]): Piece[][] {
  const sides = { a: bordersOf(passages, "a"), b: bordersOf(passages, "b") };
  const at = { a: 0, b: 0 };
  return passages.map(({ kind, text }) => {
    const side = kind === "b" ? "b" : "a";
    const pieces = cut(text, at[side], sides[side]);
    for (const each of ["a", "b"] as const) if (kind === "same" || kind === each) at[each] += text.length;
    return pieces;
  });
}

interface Bold {
  begin: number;
  end: number;
}

/** Where bold words begin and end in one of the two texts, stars included. */
function bordersOf(passages: readonly Passage[], side: string): Bold[] {
  const whole = passages.filter(({ kind }) => kind === "same" || kind === side).map(({ text }) => text);
  return [...whole.join("").matchAll(BOLD)].map(({ 0: found, index }) => ({
    begin: index,
    end: index + found.length,
  }));
}

function cut(text: string, from: number, bolds: readonly Bold[]): Piece[] {
  const pieces: Piece[] = [];
  const add = (begin: number, end: number, bold: boolean): void => {
    const words = text.slice(Math.max(0, begin - from), Math.max(0, end - from));
    if (words !== "") pieces.push({ text: words, bold });
  };
  let done = from;
  for (const { begin, end } of bolds) {
    add(done, begin, false);
    add(Math.max(done, begin + 2), end - 2, true);
    done = Math.max(done, end);
  }
  add(done, from + text.length, false);
  return pieces;
}
