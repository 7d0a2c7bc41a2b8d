// Which colour has which part of a piece of code? As highlight.js finds the parts, as elements and never as HTML.
import bash from "highlight.js/lib/languages/bash";
import cpp from "highlight.js/lib/languages/cpp";
import csharp from "highlight.js/lib/languages/csharp";
import css from "highlight.js/lib/languages/css";
import diff from "highlight.js/lib/languages/diff";
import go from "highlight.js/lib/languages/go";
import java from "highlight.js/lib/languages/java";
import json from "highlight.js/lib/languages/json";
import python from "highlight.js/lib/languages/python";
import rust from "highlight.js/lib/languages/rust";
import sql from "highlight.js/lib/languages/sql";
import typescript from "highlight.js/lib/languages/typescript";
import xml from "highlight.js/lib/languages/xml";
import yaml from "highlight.js/lib/languages/yaml";
import { createLowlight } from "lowlight";
import { createElement, type ReactNode } from "react";
import look from "./code.module.css";
import type { Node } from "../schema";

const grammars = createLowlight({
  bash, cpp, csharp, css, diff, go, java, json, python, rust, sql, typescript, xml, yaml,
}); // prettier-ignore

/** Other names the same languages go by, beside those that highlight.js knows. */
const ALSO = new Map<string, string>(
  Object.entries({
    ...{ javascript: "typescript", js: "typescript", jsx: "typescript", mjs: "typescript", node: "typescript" },
    ...{ c: "cpp", "c++": "cpp", h: "cpp", console: "bash", shell: "bash", fish: "bash", zsh: "bash" },
    ...{
      py3: "python",
      python3: "python",
      postgresql: "sql",
      sqlite: "sql",
      mysql: "sql",
      jsonc: "json",
      json5: "json",
    },
    ...{ vue: "xml", markup: "xml", patch: "diff", scss: "css", golang: "go" },
  }),
);

/** What is told apart; the parts that highlight.js names more finely share one. */
const TONES = new Map<string, string>(
  Object.entries({
    ...{ keyword: "key", literal: "key", "selector-tag": "key", name: "key", operator: "key", section: "key" },
    ...{ string: "str", regexp: "str", char: "str", addition: "str", "template-tag": "str", link: "str", quote: "str" },
    ...{ number: "num", symbol: "num", bullet: "num", "selector-class": "num", "selector-id": "num", variable: "num" },
    ...{ comment: "com", doctag: "com" },
    ...{ title: "fun", attr: "fun", attribute: "fun", property: "fun", "selector-attr": "fun" },
    ...{ built_in: "typ", type: "typ", class: "typ", meta: "typ" },
    deletion: "del",
  }),
);

const drawings = new Map<string, ReactNode>();
const MOST = 40;

/** The code in colours, where it has been coloured lately. */
export const had = (text: string, language: string): ReactNode => drawings.get(`${language} ${text}`);

/** The code in colours; null where nobody knows the language. */
export function drawn(text: string, language: string): ReactNode {
  const at = `${language} ${text}`;
  const lower = language.toLowerCase();
  const known = ALSO.get(lower) ?? lower;
  if (!grammars.registered(known)) return null;
  const made = drawings.get(at) ?? (grammars.highlight(known, text).children as readonly Node[]).map(elementOf);
  drawings.delete(at);
  drawings.set(at, made);
  const [oldest] = drawings.keys();
  if (drawings.size > MOST && oldest !== undefined) drawings.delete(oldest);
  return made;
}

function elementOf(node: Node, key: number): ReactNode {
  if (node.value !== undefined) return node.value;
  const inner = (node.children ?? []).map(elementOf);
  const [scope] = Array.isArray(node.properties?.className) ? (node.properties.className as unknown[]) : [];
  const tone = typeof scope === "string" ? TONES.get(scope.slice("hljs-".length)) : undefined;
  return createElement("span", { key, className: tone === undefined ? undefined : look[tone] }, ...inner);
}
