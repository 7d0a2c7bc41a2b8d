// How do names stand where letters were? In bold, whole words only, and only for the reader: the judges saw letters.
import type { Node } from "./schema";

/** A plugin that shows names for letters in every text outside code blocks. */
export function boldNames(names: ReadonlyMap<string, string>) {
  return () =>
    (tree: Node): void => {
      if (names.size > 0) named(tree, names);
    };
}

function named(node: Node, names: ReadonlyMap<string, string>): void {
  if (node.children === undefined || node.tagName === "pre") return;
  node.children = node.children.flatMap((child) => {
    if (child.type !== "text") {
      named(child, names);
      return [child];
    }
    return namedPieces(child.value ?? "", names).flatMap((value, at): Node[] => {
      if (at % 2 === 0) return value === "" ? [] : [{ type: "text", value }];
      return [{ type: "element", tagName: "strong", properties: {}, children: [{ type: "text", value }] }];
    });
  });
}

/** A text in pieces, every second one a name where a letter was. */
export function namedPieces(text: string, names: ReadonlyMap<string, string>): string[] {
  const labels = [...names.keys()].filter((label) => /^[A-Za-z0-9-]+$/.test(label));
  if (labels.length === 0) return [text];
  const label = new RegExp(`(?<![A-Za-z0-9])(${labels.join("|")})(?![A-Za-z0-9])`);
  return text.split(label).map((part, at) => (at % 2 === 0 ? part : (names.get(part) ?? part)));
}
