// How does markdown become what React draws? In blocks that are parsed once each; nothing in it is ever HTML.
//
// Two walls: react-markdown builds elements from the syntax tree alone, and rehype-sanitize lets through only what is
// listed in `schema.ts`. Should the parser fail, the words are shown as they are.
import { Component, memo, useDeferredValue, useMemo, type ReactNode } from "react";
import ReactMarkdown from "react-markdown";
import { blocksOf } from "./blocks";
import { COMPONENTS } from "./elements";
import { isBomb, tamed } from "./hostile";
import type { MarkdownGiven } from "./Markdown";
import { boldNames } from "./names";
import { Plain } from "./Plain";
import { REHYPE, REMARK } from "./schema";
import css from "./markdown.module.css";

export default function Rendered({ text, streaming = false, names }: MarkdownGiven) {
  // While the reader drags through a session, plain words come at once and their form a moment later.
  const settled = useDeferredValue(text, isJumping() ? "" : text);
  const shown = streaming ? text : settled;
  const blocks = useMemo(() => {
    const safe = tamed(shown);
    return streaming ? blocksOf(safe) : [safe];
  }, [shown, streaming]);
  if (shown === "" && text !== "") return <Plain text={text} />;
  return (
    <div className={`${css["text"]} ${streaming ? css["streaming"] : ""}`} dir="auto">
      {blocks.map((block, at) => (
        <Block key={at} text={block} names={names} />
      ))}
    </div>
  );
}

const isJumping = (): boolean => "jumping" in document.documentElement.dataset;

const Block = memo(function Block({ text, names }: { text: string; names: MarkdownGiven["names"] }) {
  const plugins = useMemo(() => (names === undefined ? REHYPE : [...REHYPE, boldNames(names)]), [names]);
  if (isBomb(text)) return <Plain text={text} />;
  return (
    <Unbroken text={text}>
      <ReactMarkdown remarkPlugins={REMARK} rehypePlugins={plugins} components={COMPONENTS} urlTransform={null}>
        {text}
      </ReactMarkdown>
    </Unbroken>
  );
});

class Unbroken extends Component<{ text: string; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    return this.state.broken ? <Plain text={this.props.text} /> : this.props.children;
  }
}
