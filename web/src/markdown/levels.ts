// At which levels do the headings of a text stand? Below the page's own, none of them skipped: a reader who goes from
// heading to heading misses nothing, whatever the model began with.
import css from "./markdown.module.css";
import type { Node } from "./schema";

/** The level of the page's heading above, and whether the text is only a part of one that is still being written. */
export type Headings = `${1 | 2 | 3 | 4}${"" | " in part"}`;

const HEADING = /^h[1-6]$/;

/** A plugin that puts a text's headings below the page's. What is above a part is not known: there each counts alone. */
export const headingsPut = (headings: Headings) => () => (tree: Node) => {
  const found = headingsIn(tree);
  const level = headings.endsWith("part") ? alone : following(found);
  for (const heading of found) {
    const at = level(heading);
    heading.tagName = `h${String(Math.min(Number.parseInt(headings, 10) + at, 6))}`;
    heading.properties = { className: [(at === 1 ? css["first"] : at === 2 ? css["second"] : css["third"]) ?? ""] };
  }
};

const depthOf = ({ tagName = "h1" }: Node): number => Number(tagName.slice(1));

const alone = (heading: Node): number => Math.max(1, depthOf(heading) - 1);

/** The depths a text uses, without gaps, and none deeper than one below the heading before it. */
function following(found: readonly Node[]): (heading: Node) => number {
  const depths = [...new Set(found.map(depthOf))].sort();
  let before = 0;
  return (heading) => (before = Math.min(depths.indexOf(depthOf(heading)) + 1, before + 1));
}

function headingsIn(node: Node): Node[] {
  if (node.type === "element" && HEADING.test(node.tagName ?? "")) return [node];
  return (node.children ?? []).flatMap(headingsIn);
}
