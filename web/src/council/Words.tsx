// What does a move say at this moment? Its words as they come, whole once they stand; a form is laid out as a form.
import { Markdown } from "@/markdown/Markdown";
import { namedPieces } from "@/markdown/names";
import { useMoment } from "@/hooks/session";
import { laidOut, spokenOf } from "@/transcript/spoken";
import css from "./council.module.css";

interface Given {
  move: string;
  /** Letters that stand for names in it. */
  names?: ReadonlyMap<string, string> | undefined;
}

/** The words of a move, streaming or settled. A leaf: it alone is drawn anew with each piece. */
export function Words({ move, names }: Given) {
  const settled = useMoment(({ state }) => {
    const view = state.moves[move];
    return view?.state === "spoke" ? view.text : null;
  });
  const coming = useMoment(({ speeches }) => speeches.get(move)?.text ?? "");
  const streaming = settled === null;
  return <Statement text={settled ?? coming} streaming={streaming} names={names} />;
}

/** A statement; where it is a form without words of its own, the form. */
export function Statement({ text, streaming, names }: { text: string; streaming: boolean; names?: Given["names"] }) {
  const spoken = spokenOf(text);
  if (!spoken.form)
    return <Markdown text={spoken.text} streaming={streaming} {...(names === undefined ? {} : { names })} />;
  const lines = streaming ? text : laidOut(text);
  return (
    <pre className={css["form"]} tabIndex={0} data-arrows="" aria-label="The statement as it was written">
      {names === undefined
        ? lines
        : namedPieces(lines, names).map((piece, at) => (at % 2 === 0 ? piece : <b key={at}>{piece}</b>))}
    </pre>
  );
}
