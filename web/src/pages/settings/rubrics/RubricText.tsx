// How is a rubric written? As text, comments included; read strictly while it is typed, the line of an error marked.
import { useRef } from "react";
import { Coded } from "@/controls/Coded";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { RubricChecked } from "./checks";
import css from "./rubrics.module.css";

interface Given {
  text: string;
  checked: RubricChecked | undefined;
  problem: Error | null;
  onText: (text: string) => void;
}

export function RubricText({ text, checked, problem, onText }: Given) {
  const line = checked?.line ?? null;
  const box = useRef<HTMLTextAreaElement>(null);
  const wrong = (checked?.error ?? "") !== "";
  const goTo = (): void => {
    if (line === null || box.current === null) return;
    const start =
      text
        .split("\n")
        .slice(0, line - 1)
        .join("\n").length + (line > 1 ? 1 : 0);
    box.current.focus();
    box.current.setSelectionRange(start, start + (text.split("\n")[line - 1]?.length ?? 0));
    box.current.scrollTop = Math.max(0, (line - 6) * 20);
  };
  return (
    <div className="stack">
      <div className={`${css["sheet"]} hidden on-sunk bordered rounded`} data-wrong={wrong || undefined}>
        <textarea
          ref={box}
          aria-label={say("The rubric as TOML")}
          aria-invalid={wrong || undefined}
          aria-describedby="rubric-told"
          spellCheck={false}
          wrap="off"
          value={text}
          onChange={(event) => {
            onText(event.target.value);
          }}
        />
      </div>
      <div id="rubric-told" role="status" className="stack tight muted small touch">
        {problem !== null && (
          <p>
            <Coded
              text={say("It could not be checked: {message} What you write stays here.", {
                message: problemFrom(problem).message,
              })}
            />
          </p>
        )}
        {checked !== undefined && wrong && (
          <p className="bad">
            {line !== null && (
              <button type="button" onClick={goTo}>
                {say("Line {line, number}", { line })}
              </button>
            )}{" "}
            <Coded text={`${checked.error} ${checked.remedy}`} />
          </p>
        )}
        {checked !== undefined && !wrong && (
          <p className="good">
            {say(
              "It can be used: {axes, plural, one {# axis} other {# axes}}, {rules, plural, one {# rule} other {# rules}}.",
              { axes: checked.rubric?.axes.length ?? 0, rules: checked.rubric?.rules.length ?? 0 },
            )}
          </p>
        )}
        {checked?.idle.map((each) => (
          <p key={each}>{each}</p>
        ))}
      </div>
    </div>
  );
}
