// What does each element of a model's text look like? Links say where they lead, pictures are words, code is copied.
import { Check, Copy } from "lucide-react";
import { useRef, useState, type ReactNode } from "react";
import type { Components } from "react-markdown";
import { copied as copyWords } from "@/controls/CopyButton";
import { whereTo } from "./hostile";
import css from "./markdown.module.css";

/** A heading of a text stands below the headings of the page. */
const heading =
  (Level: "h4" | "h5" | "h6") =>
  ({ children }: { children?: ReactNode }) => <Level>{children}</Level>;

export const COMPONENTS: Components = {
  a: ({ href, children }) => {
    const url = whereTo(href);
    if (url === null) return <span>{children}</span>;
    const host = url.protocol === "mailto:" ? url.pathname : url.host;
    return (
      <a className={css["link"]} href={url.href} target="_blank" rel="noopener noreferrer nofollow" data-host={host}>
        {children}
      </a>
    );
  },
  img: ({ alt }) => (
    <span className={css["picture"]}>{alt === undefined || alt === "" ? "picture" : `picture: ${alt}`}</span>
  ),
  input: ({ checked }) => <span>{checked === true ? "☑" : "☐"} </span>,
  h1: heading("h4"),
  h2: heading("h4"),
  h3: heading("h5"),
  h4: heading("h6"),
  h5: heading("h6"),
  h6: heading("h6"),
  section: ({ children }) => <div className={css["notes"]}>{children}</div>,
  pre: ({ children }) => <Code>{children}</Code>,
  code: ({ className, children }) => <code className={className}>{children}</code>,
  table: ({ children }) => (
    // A wide table scrolls by itself, by keyboard too.
    <div className={css["scroll"]} role="region" aria-label="Table" tabIndex={0}>
      <table>{children}</table>
    </div>
  ),
};

function Code({ children }: { children: ReactNode }) {
  const place = useRef<HTMLPreElement>(null);
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyWords(place.current?.textContent ?? ""))) return;
    setCopied(true);
    setTimeout(() => {
      setCopied(false);
    }, 1500);
  };
  return (
    <div className={css["code"]}>
      <button type="button" aria-label="Copy code" data-copy="code" onClick={() => void copy()}>
        {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
        {copied ? "Copied" : "Copy"}
      </button>
      <pre ref={place} tabIndex={0}>
        {children}
      </pre>
    </div>
  );
}
