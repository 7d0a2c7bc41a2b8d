// What does a move say at this moment? Its words as they come, whole once they stand; a form is laid out as a form.
import { Disclosure } from "@/controls/Disclosure";
import { Markdown } from "@/markdown/Markdown";
import { namedPieces } from "@/markdown/names";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { laidOut, remarksIn, settledText, spokenOf } from "@/playback/show/readable";
import css from "../council.module.css";

interface Given {
  move: string;
  /** Letters that stand for names in it. */
  names?: ReadonlyMap<string, string> | undefined;
  /** The level of the heading it stands under. */
  under?: 2 | 3;
}

/** The words of a move, streaming or settled. A leaf: it alone is drawn anew with each piece. */
export function Words({ move, names, under }: Given) {
  const settled = useMoment(({ state }) => {
    const view = state.moves[move];
    return view?.state === "spoke" ? settledText(view) : null;
  });
  const coming = useMoment(({ speeches }) => speeches.get(move)?.text ?? "");
  const streaming = settled === null;
  return (
    <Statement
      text={settled ?? coming}
      streaming={streaming}
      names={names}
      {...(under === undefined ? {} : { under })}
    />
  );
}

/** A statement; where it is a form without words of its own, the form. */
interface StatementGiven extends Pick<Given, "names"> {
  text: string;
  streaming: boolean;
  under?: Given["under"];
}

export function Statement({ text, streaming, names, under = 3 }: StatementGiven) {
  const spoken = spokenOf(text);
  if (!spoken.form)
    return (
      <Markdown text={spoken.text} streaming={streaming} under={under} {...(names === undefined ? {} : { names })} />
    );
  const remarks = remarksIn(text);
  const Heading = under === 2 ? "h3" : "h4";
  const raw = <Raw text={text} streaming={streaming} names={names} />;
  if (remarks.length === 0) return raw;
  return (
    <>
      {remarks.map(({ on, field, text: said }, at) => (
        <section key={at} className="slim below">
          {(on !== "" || field !== "") && (
            <Heading lang="">
              {[on === "" ? "" : (names?.get(on) ?? say("Answer {label}", { label: on })), field]
                .filter((part) => part !== "")
                .join(": ")}
            </Heading>
          )}
          <Markdown text={said} under={under === 2 ? 3 : 4} {...(names === undefined ? {} : { names })} />
        </section>
      ))}
      {!streaming && <Disclosure title={say("The form as it was written")}>{raw}</Disclosure>}
    </>
  );
}

/** A form, letter by letter. */
function Raw({ text, streaming, names }: { text: string; streaming: boolean; names?: Given["names"] }) {
  const lines = streaming ? text : laidOut(text);
  return (
    <pre
      className={`${css["form"]} scroll wrap pre on-sunk outlined`}
      lang=""
      tabIndex={0}
      data-arrows=""
      aria-label={say("The statement as it was written")}
    >
      {names === undefined
        ? lines
        : namedPieces(lines, names).map((piece, at) => (at % 2 === 0 ? piece : <b key={at}>{piece}</b>))}
    </pre>
  );
}
