// Which word is on the seal? Never colour alone: the word is the verdict.
import type { Outcome } from "./brought";
import css from "./verdict.module.css";

export function Seal({ outcome, large = false }: { outcome: Outcome; large?: boolean }) {
  return (
    <p className={css["seal"]} data-tone={outcome.tone} data-large={large}>
      {outcome.word}
    </p>
  );
}
