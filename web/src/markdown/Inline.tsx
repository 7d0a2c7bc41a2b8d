// How do a few words of an answer look where there is no room for all of its form? With their emphasis, code and formulas;
// marks without a pair, as where a text was cut, are left out. It is cheap enough to be drawn with every word that comes.
import { memo, type ReactNode } from "react";
import { Formula } from "./maths/Formula";
import { formulasIn } from "./maths/spans";
import { unhidden } from "./hostile";

const MARKED = /(\*\*[^*\n]+\*\*|`[^`\n]+`|(?<![\w*])\*[^*\s][^*\n]*\*(?![\w*]))/;
const UNPAIRED = /\*\*|`/g;

export const Inline = memo(function Inline({ text }: { text: string }) {
  return unhidden(text)
    .split(MARKED)
    .map((part, at) => {
      if (at % 2 === 0) return <Words key={at} text={part} />;
      if (part.startsWith("`")) return <code key={at}>{part.slice(1, -1)}</code>;
      return part.startsWith("**") ? (
        <strong key={at}>{part.slice(2, -2)}</strong>
      ) : (
        <em key={at}>{part.slice(1, -1)}</em>
      );
    });
});

function Words({ text }: { text: string }) {
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { tex, source, at: begins } of formulasIn(text)) {
    parts.push(text.slice(at, begins).replace(UNPAIRED, ""));
    parts.push(<Formula key={begins} tex={tex} written={source} block={false} />);
    at = begins + source.length;
  }
  return [...parts, text.slice(at).replace(UNPAIRED, "")];
}

/** Without the marks of lines: headings, quotations, fences, tables, and the dashes of lists, which become dots. */
export const unlined = (text: string): string =>
  text
    .replace(/^(?:#{1,6} |> ?| {0,3}(?:`{3,}|~{3,})[^\n`]*(?:\n|$)|\|[ :|-]+\|[ \t]*(?:\n|$))/gm, "")
    .replace(/^\|.*\|$/gm, (row) =>
      row
        .slice(1, -1)
        .trim()
        .replace(/ *\| */g, " · "),
    )
    .replace(/^(\s*)(?:[-*+]) (?:\[[ xX]\] )?/gm, "$1• ");
