// How is a text shown that is not parsed, or not yet? Word for word, with its line breaks; of a long one the browser
// lays out what is in view.
import { memo } from "react";
import { chunksOf } from "./blocks";
import css from "./markdown.module.css";
import { tamed } from "./hostile";

/** Longer texts come in pieces of about this many characters, cut between words. */
const LONG = 2400;

interface PlainGiven {
  text: string;
  /** Whether its form is still to come. */
  busy?: boolean;
}

export const Plain = memo(function Plain({ text, busy = false }: PlainGiven) {
  const safe = tamed(text);
  return (
    <div className={`${css["text"]} measure wrap pre`} dir="auto" lang="" aria-busy={busy || undefined}>
      {safe.length <= LONG
        ? safe
        : chunksOf(safe, LONG / 2).map((chunk, at) => (
            <div key={at} className={css["piece"]}>
              {chunk}
            </div>
          ))}
    </div>
  );
});
