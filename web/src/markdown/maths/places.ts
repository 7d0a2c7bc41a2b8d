// How does a formula get past a parser that would read its signs as emphasis? A place is kept for it, and once the text
// is parsed it stands there again: drawn in what is read, as it was written in code and in addresses.
import { formulasIn, type Formula } from "./spans";
import type { Node } from "../schema";

const [OPEN, SHUT] = ["\uE000", "\uE001"];
const PLACE = /\uE000(\d+)\uE001/;
/** In an address that was parsed the marks are escaped. */
const ANY_PLACE = /(?:\uE000|%EE%80%80)(\d+)(?:\uE001|%EE%80%81)/gi;

/** The text with places for its formulas; code blocks are left as they are. */
export function placed(text: string): { text: string; formulas: readonly Formula[] } {
  if (text.includes(OPEN) || text.includes(SHUT)) return { text, formulas: [] };
  const formulas = formulasIn(text);
  let [out, at] = ["", 0];
  for (const [number, formula] of formulas.entries()) {
    out += `${text.slice(at, formula.at)}${OPEN}${String(number)}${SHUT}`;
    at = formula.at + formula.source.length;
  }
  return { text: out + text.slice(at), formulas };
}

/** A plugin that puts the formulas where places were kept for them. */
export function formulasPut(formulas: readonly Formula[]) {
  const source = (text: string): string =>
    text.replace(ANY_PLACE, (whole, number: string) => formulas[Number(number)]?.source ?? whole);
  const put = (node: Node, asWritten: boolean): void => {
    for (const [name, value] of Object.entries(node.properties ?? {}))
      if (typeof value === "string" && node.properties !== undefined) node.properties[name] = source(value);
    const literal = asWritten || node.tagName === "code" || node.tagName === "pre";
    if (node.children === undefined) return;
    node.children = node.children.flatMap((child): Node[] => {
      put(child, literal);
      if (child.type !== "text" || child.value === undefined) return [child];
      if (literal) return [{ ...child, value: source(child.value) }];
      return child.value.split(PLACE).flatMap((value, at): Node[] => {
        if (at % 2 === 0) return value === "" ? [] : [{ type: "text", value }];
        const formula = formulas[Number(value)];
        if (formula === undefined) return [];
        const { tex, block, source: written } = formula;
        return [{ type: "element", tagName: "math", properties: { tex, written, block }, children: [] }];
      });
    });
  };
  return () => (tree: Node) => {
    if (formulas.length > 0) put(tree, false);
  };
}
