// Which elements can a model's text become? These and no others; what looks like HTML stays the text it is.
import rehypeSanitize, { defaultSchema, type Options as Schema } from "rehype-sanitize";
import remarkGfm from "remark-gfm";
import type { Options } from "react-markdown";
import { unhidden } from "./hostile";

export const ALLOWED = [
  "a", "blockquote", "br", "code", "del", "em", "h1", "h2", "h3", "h4", "h5", "h6", "hr", "img", "input", "li", "ol",
  "p", "pre", "section", "strong", "sup", "table", "tbody", "td", "th", "thead", "tr", "ul",
]; // prettier-ignore

const schema: Schema = {
  ...defaultSchema,
  tagNames: ALLOWED,
  strip: [],
  attributes: {
    a: ["href"],
    img: ["alt"],
    input: ["checked", "type"],
    code: [["className", /^language-[\w+#.-]{1,30}$/]],
    li: [["className", "task-list-item"]],
    ol: ["start"],
    td: ["align"],
    th: ["align"],
  },
  required: {},
  clobber: [],
  protocols: { href: ["http", "https", "mailto"] },
};

/** A node of the tree that plugins work on. */
export interface Node {
  type: string;
  tagName?: string;
  value?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
}

/** What is written as HTML is shown as written, and what an entity hides is shown too. */
function rawAsText() {
  const turn = (node: Node): void => {
    if (node.type === "raw") node.type = "text";
    if (node.value !== undefined) node.value = unhidden(node.value);
    node.children?.forEach(turn);
  };
  return turn;
}

export const REMARK: NonNullable<Options["remarkPlugins"]> = [[remarkGfm, { singleTilde: false }]];
export const REHYPE: NonNullable<Options["rehypePlugins"]> = [rawAsText, [rehypeSanitize, schema]];
