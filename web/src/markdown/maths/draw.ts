// What does a formula look like? KaTeX reads it and makes a tree of MathML; of that only what is listed here becomes an
// element, so that a formula can do nothing but be read. It asks for no font and no sheet of styles.
import * as katex from "katex";
import { createElement, type ReactNode } from "react";
import { unhidden } from "../hostile";
import { styled } from "./letters";
import css from "./maths.module.css";

const TAGS = new Set(
  (
    "math mrow mi mn mo ms mtext mspace mfrac msqrt mroot msub msup msubsup munder mover munderover mtable mtr mtd " +
    "mstyle mpadded mphantom"
  ).split(" "),
);
/** What an attribute may say. */
const ATTRIBUTES: readonly (readonly [string, RegExp])[] = [
  ["display", /^block$/],
  ["displaystyle", /^(true|false)$/],
  ["scriptlevel", /^[+-]?\d$/],
  ["stretchy", /^(true|false)$/],
  ["fence", /^(true|false)$/],
  ["separator", /^(true|false)$/],
  ["accent", /^(true|false)$/],
  ["accentunder", /^(true|false)$/],
  ["movablelimits", /^(true|false)$/],
  ["lspace", /^-?\d{0,2}(\.\d+)?em$/],
  ["rspace", /^-?\d{0,2}(\.\d+)?em$/],
  ["linethickness", /^\d{0,2}(\.\d+)?(em|px)$/],
  ["minsize", /^\d{0,2}(\.\d+)?em$/],
  ["maxsize", /^\d{0,2}(\.\d+)?em$/],
];
const WIDTH = /^-?\d{0,2}(\.\d+)?em$/;
/** Signs that KaTeX puts between others, and that nobody sees; any other hidden sign was written to be hidden. */
const UNSEEN = /[\u200b\u2061-\u2064]/g;
const MOST_NODES = 1500;
const DEEPEST = 60;

/** What KaTeX makes: elements, texts, spaces and bare lists of them. */
interface Made {
  type?: string;
  text?: string;
  attributes?: Readonly<Record<string, unknown>>;
  children?: readonly Made[];
  character?: string;
  width?: number;
}

/** KaTeX hands its tree out under this name; its types leave it unnamed. */
const { __renderToDomTree: treeOf } = katex as unknown as {
  __renderToDomTree: (tex: string, options: katex.KatexOptions) => Made;
};

const drawings = new Map<string, ReactNode>();
const MOST = 300;

/** The formula as elements; null where it cannot be drawn. */
export function drawn(tex: string, block: boolean): ReactNode {
  const at = `${block ? "block" : ""} ${tex}`;
  const had = drawings.get(at);
  if (had !== undefined) return had;
  const made = formed(tex, block);
  drawings.set(at, made);
  const [oldest] = drawings.keys();
  if (drawings.size > MOST && oldest !== undefined) drawings.delete(oldest);
  return made;
}

function formed(tex: string, block: boolean): ReactNode {
  try {
    const tree = treeOf(tex, {
      output: "mathml",
      displayMode: block,
      throwOnError: true,
      strict: "ignore",
      trust: false,
      maxSize: 10,
      maxExpand: 200,
    });
    const math = found(tree);
    const inside = math === undefined ? undefined : meaning(math);
    if (inside === undefined || found(inside, (node) => node.attributes?.["mathcolor"] === "#cc0000")) return null;
    const room = { nodes: 0 };
    return createElement("math", block ? { display: "block" } : {}, elementOf(inside, 0, 0, room));
  } catch {
    return null; // it is no formula that can be read, or too large a one
  }
}

const isMath = (node: Made): boolean => node.type === "math";

const found = (node: Made, is = isMath): Made | undefined => {
  if (is(node)) return node;
  for (const child of node.children ?? []) {
    const inside = found(child, is);
    if (inside !== undefined) return inside;
  }
  return undefined;
};

/** Without the copy of what was written that stands beside what it means. */
const meaning = (math: Made): Made | undefined => math.children?.[0]?.children?.[0];

function elementOf(node: Made, key: number, depth: number, room: { nodes: number }): ReactNode {
  if (++room.nodes > MOST_NODES || depth > DEEPEST) throw new RangeError("a formula too large");
  const { type, attributes = {} } = node;
  if (node.text !== undefined) return unhidden(node.text.replace(UNSEEN, ""));
  if (type === undefined) {
    if (node.width !== undefined)
      return createElement("mspace", { key, width: `${String(Math.max(-10, Math.min(10, node.width)))}em` });
    return (node.children ?? []).map((child, at) => elementOf(child, at, depth, room));
  }
  const columns = typeof attributes["columnalign"] === "string" ? attributes["columnalign"].split(" ") : [];
  const inner = (node.children ?? []).map((child, at) => {
    if (type === "mtable") return rowOf(child, at, depth, room, columns);
    return elementOf(child, at, depth + 1, room);
  });
  if (type === "menclose") return createElement("mrow", { key, className: css[enclosed(attributes)] }, ...inner);
  if (!TAGS.has(type) || type === "math") return createElement("mrow", { key }, ...inner);
  const given: Record<string, unknown> = { key };
  for (const [name, may] of ATTRIBUTES) {
    const value = attributes[name];
    if (typeof value === "string" && may.test(value)) given[name] = value;
  }
  const width = attributes["width"];
  if (type === "mspace" && typeof width === "string" && WIDTH.test(width)) given["width"] = width;
  const variant = attributes["mathvariant"];
  if (typeof variant !== "string") return createElement(type, given, ...inner);
  if (variant === "normal") return createElement(type, { ...given, mathvariant: "normal" }, ...inner);
  return createElement(type, given, ...inner.map((part) => (typeof part === "string" ? styled(part, variant) : part)));
}

const enclosed = ({ notation }: Readonly<Record<string, unknown>>): string => (notation === "box" ? "boxed" : "struck");

/** A row of a table: where its cells stand is said in the sheet, since browsers no longer read it from the table. */
function rowOf(row: Made, key: number, depth: number, room: { nodes: number }, columns: readonly string[]): ReactNode {
  const cells = (row.children ?? []).map((cell, at) => {
    room.nodes++;
    const side = columns[at % Math.max(1, columns.length)];
    const inner = (cell.children ?? []).map((child, place) => elementOf(child, place, depth + 2, room));
    const className = side === "left" || side === "right" ? css[side] : undefined;
    return createElement("mtd", { key: at, className }, ...inner);
  });
  return createElement("mtr", { key }, ...cells);
}
