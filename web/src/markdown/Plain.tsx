// How is a text shown that is not parsed, or not yet? Word for word, with its line breaks.
import css from "./markdown.module.css";
import { tamed } from "./hostile";

export function Plain({ text }: { text: string }) {
  return (
    <div className={`${css["text"]} ${css["plain"]}`} dir="auto">
      {tamed(text)}
    </div>
  );
}
