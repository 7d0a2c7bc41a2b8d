// Which parts of a text are formulas? `$…$`, `$$…$$`, `\(…\)`, `\[…\]` and `\begin{align}…`, unless they are money, prose
// or brackets that somebody wrote with a stroke before them. The same rule draws exports
// (`src/moot/views/formulas.py`); both are held to `tests/golden/exports/formulas.json`.

export interface Formula {
  tex: string;
  /** Whether it stands on a line of its own. */
  block: boolean;
  /** As it was written, with its marks. */
  source: string;
}

/** A longer one is shown as it was written. */
export const LONGEST = 2000;

const ENVIRONMENTS = "equation align gather multline alignat eqnarray matrix pmatrix bmatrix cases array split".split(
  " ",
);
const MARK = /\\(?:begin\{([a-z]{1,12}\*?)\}|[^])|\$\$?/g;
/** Two words in a row, outside of braces. */
const PROSE = /(?:^|[^\\A-Za-z])[A-Za-z]{2,}[,;:.]?\s+[A-Za-z]{2,}/;
const AMOUNT = /^\d[\d.,]*\s?(?:[kKmM]|bn)?(?=[\s(,;:/-])/;
const DOLLAR = /(?<!\\)\$/;
const SIGN = /[\\^_=+<>{}]/;
const CLOSED = { "(": "\\)", "[": "\\]" };

/** The text of a formula's marks, each with where it ends; null where what stands there is none. */
export function formulaAt(text: string, mark: RegExpExecArray, endOf: (end: string, from: number) => number) {
  const from = mark.index + mark[0].length;
  const formula = (end: number, closing: string, block: boolean, tex = text.slice(from, end)) =>
    end - from > LONGEST || tex.trim() === "" || /`|~~~/.test(tex) || /\n[ \t>]*\n/.test(tex)
      ? null
      : { tex, block, end: end + closing.length };
  if (mark[0] === "$$") {
    const found = formula(endOf("$$", from), "$$", true);
    return found === null || DOLLAR.test(found.tex) || isProse(found.tex) ? null : found;
  }
  if (mark[0] === "$") {
    const end = endOf("$", from);
    const found = formula(end, "$", false);
    return found !== null && opens(text, mark.index) && closes(text, end) && !isMoney(found.tex) ? found : null;
  }
  const environment = mark[1];
  if (environment !== undefined) {
    if (!ENVIRONMENTS.includes(environment.replace("*", "")) || !/(?:^|\n)[ \t>]*$/.test(before(text, mark.index)))
      return null;
    const closing = `\\end{${environment}}`;
    const end = endOf(closing, from);
    const found = formula(end, closing, true);
    return found === null ? null : { ...found, tex: text.slice(mark.index, end + closing.length) };
  }
  const opening = mark[0][1];
  if (opening !== "(" && opening !== "[") return null;
  const end = endOf(CLOSED[opening], from);
  const found = formula(end, CLOSED[opening], opening === "[");
  if (found === null || isProse(found.tex) || /^[([]/.test(text.slice(found.end, found.end + 1))) return null;
  return SIGN.test(found.tex) || (opening === "(" && found.tex.length <= 12 && !/[A-Za-z]{2}/.test(found.tex))
    ? found
    : null;
}

const before = (text: string, at: number): string => text.slice(Math.max(0, at - 200), at);

/** A dollar that may begin a formula: no letter or digit before it, no space behind it, and it is in no address. */
const opens = (text: string, at: number): boolean =>
  !/[A-Za-z0-9$\\]/.test(text.slice(Math.max(0, at - 1), at)) &&
  /^\S/.test(text.slice(at + 1, at + 2)) &&
  !/:\/\/\S*$/.test(before(text, at));

/** A dollar that may end one: no space before it, no letter or digit behind it. */
const closes = (text: string, at: number): boolean =>
  !/\s/.test(text.slice(at - 1, at)) && !/[A-Za-z0-9$]/.test(text.slice(at + 1, at + 2));

/** Whether an amount and a word follow the dollar, or words in a row. */
const isMoney = (tex: string): boolean => {
  const amount = AMOUNT.exec(tex);
  return (amount !== null && !tex.includes("\\") && /[A-Za-z]{2}/.test(tex.slice(amount[0].length))) || isProse(tex);
};

/** Whether words stand in a row; not those in braces, which are named or are text. */
const isProse = (tex: string): boolean => PROSE.test(tex.replace(/\{[^{}]*\}/g, "{}"));

/** Every formula of a text, in order, each with where it begins. */
export function formulasIn(text: string): (Formula & { at: number })[] {
  if (!/\$|\\[([b]/.test(text)) return [];
  const ends = new Map<string, number>();
  // What is looked for ahead is found once for all marks before it.
  const endOf = (end: string, from: number): number => {
    const had = ends.get(end);
    if (had !== undefined && had >= from) return had;
    let at = text.indexOf(end, from);
    while (at > 0 && end.startsWith("$") && isEscaped(text, at)) at = text.indexOf(end, at + 1);
    const found = at < 0 ? Infinity : at;
    ends.set(end, found);
    return found;
  };
  const found: (Formula & { at: number })[] = [];
  MARK.lastIndex = 0;
  for (let mark = MARK.exec(text); mark !== null; mark = MARK.exec(text)) {
    const formula = formulaAt(text, mark, endOf);
    if (formula === null) continue;
    const { tex, block, end } = formula;
    found.push({
      tex: tex.replace(/\n[ \t]*>[ \t>]*/g, "\n").trim(),
      block,
      source: text.slice(mark.index, end),
      at: mark.index,
    });
    MARK.lastIndex = end;
  }
  return found;
}

const isEscaped = (text: string, at: number): boolean => {
  let strokes = 0;
  while (strokes < at && text[at - 1 - strokes] === "\\") strokes++;
  return strokes % 2 === 1;
};
