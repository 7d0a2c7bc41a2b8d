// How is a long paragraph shown while it is written? In pieces that are drawn once each, with its emphasis and code as
// they will stand; the whole of it is parsed when it is finished.
//
// A very long one stands in stretches until then, each a block of lines that is laid out once: the browser would break
// every line of one block anew for each word that comes.
import { memo } from "react";
import { chunksOf, stretchesOf } from "./blocks";
import { unhidden } from "./hostile";
import css from "./markdown.module.css";

/** From this length on, to parse a paragraph again for each of its words costs more than a reader gains. */
const LONG = 600;
const MARKED = /(\*\*[^*\n]+\*\*|`[^`\n]+`)/;

/** Whether an unfinished block is a long paragraph: no list, table, quotation, heading or code. */
export const isLongParagraph = (block: string): boolean =>
  block.length > LONG && !/^(?:[ \t]|[-*+>#|~]|`{3}|\d{1,9}[.)])/m.test(block) && !block.includes("](");

export function Growing({ text }: { text: string }) {
  return stretchesOf(text).map((stretch, at) => <Stretch key={at} text={stretch} />);
}

const Stretch = memo(function Stretch({ text }: { text: string }) {
  return (
    <p className={css["stretch"]} lang="">
      {chunksOf(text).map((chunk, at) => (
        <Piece key={at} text={chunk} />
      ))}
    </p>
  );
});

const Piece = memo(function Piece({ text }: { text: string }) {
  return unhidden(text)
    .split(MARKED)
    .map((part, at) => {
      if (at % 2 === 0) return part;
      return part.startsWith("`") ? (
        <code key={at}>{part.slice(1, -1)}</code>
      ) : (
        <strong key={at}>{part.slice(2, -2)}</strong>
      );
    });
});
