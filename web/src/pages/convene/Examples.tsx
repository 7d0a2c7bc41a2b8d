// What could one ask? Questions that councils are good at, to begin with.
import { say } from "@/language/say";
import css from "./convene.module.css";

const EXAMPLES = [
  say("Should a small town own its water system?"),
  say("We have three engineers and one year: one service, or several?"),
  say("Is a four-day week worth it for a clinic with two doctors?"),
  say("Which single measure would cut our support queue most?"),
] as const;

/** What the demo is asked: its voices speak English. */
export const REHEARSED = "Should a small town own its water system?";

export function Examples({ onTake }: { onTake: (question: string) => void }) {
  return (
    <ul className={css["examples"]} aria-label={say("Questions to begin with")}>
      {EXAMPLES.map((example) => (
        <li key={example}>
          <button
            type="button"
            onClick={() => {
              onTake(example);
            }}
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}
