// What does each element of a model's text look like? Links say where they lead, pictures are words, code is copied.
import type { Components } from "react-markdown";
import { say } from "@/language/say";
import { Code } from "./code/Code";
import { Formula } from "./maths/Formula";
import { Leading } from "./Leading";
import css from "./markdown.module.css";

/** What the parser calls an item that can be ticked off. */
const TASK = "task-list-item";

interface Words {
  value?: string;
  children?: Words[];
}

const wordsOf = (node: object | undefined): string => {
  const { value, children } = (node ?? {}) as Words;
  return value ?? (children ?? []).map(wordsOf).join("");
};

interface Place {
  tex?: unknown;
  written?: unknown;
  block?: unknown;
}

/** No text becomes this element, only places kept for formulas do; the list of elements does not know it. */
const FORMULAS = {
  math: ({ tex, written, block }: Place) => (
    <Formula tex={String(tex)} written={String(written)} block={block === true} />
  ),
};

export const COMPONENTS: Components = {
  ...FORMULAS,
  a: ({ href, children }) => <Leading href={href}>{children}</Leading>,
  img: ({ alt }) => (
    <span className={css["picture"]}>
      {alt === undefined || alt === "" ? say("picture") : say("picture: {alt}", { alt })}
    </span>
  ),
  input: ({ checked }) => (
    <span role="img" aria-label={checked === true ? say("Done:") : say("To do:")}>
      {checked === true ? "☑" : "☐"}
    </span>
  ),
  li: ({ className, children }) => <li className={className === TASK ? css["task"] : undefined}>{children}</li>,
  section: ({ children }) => <div className="muted small">{children}</div>,
  pre: ({ node }) => {
    const inner = node?.children[0];
    const text = wordsOf(node);
    const [name] = inner?.type === "element" ? [inner.properties["className"]].flat() : [];
    const language = typeof name === "string" ? name.slice("language-".length) : "";
    return language === "math" ? <Formula tex={text} written={text} block /> : <Code text={text} language={language} />;
  },
  th: ({ node, children, style }) =>
    wordsOf(node).trim() === "" ? <td style={style}>{children}</td> : <th style={style}>{children}</th>, // an empty corner heads nothing
  table: ({ children }) => (
    // A wide table scrolls by itself, by keyboard too.
    <div className={css["scroll"]} role="group" aria-label={say("Table")} tabIndex={0} data-arrows="">
      <table>{children}</table>
    </div>
  ),
};
