// Which fields of a set are asked? What the set is, what is wrong with it, and its domains to tick.
import { Coded } from "@/controls/Coded";
import { say } from "@/language/say";
import { number } from "@/language/written";
import type { CorpusRow } from "./asking";
import css from "./many.module.css";

interface Fields {
  row: CorpusRow | undefined;
  chosen: readonly string[];
  onChoose: (domains: string[]) => void;
}

export function Domains({ row, chosen, onChoose }: Fields) {
  if (row === undefined) return null;
  return (
    <>
      {row.about !== "" && (
        <p>
          <Coded text={row.about} />
        </p>
      )}
      {row.trouble !== "" && (
        <p role="alert" className={`${css["fault"]} bad`}>
          <Coded text={row.trouble} />
        </p>
      )}
      {row.domains.length > 1 && (
        <fieldset className={`${css["domains"]} tiles scroll`}>
          <legend>{say("Domains; with none ticked, all of them")}</legend>
          {row.domains.map(({ name, title, questions }) => (
            <label key={name} className="line touch wrap">
              <input
                type="checkbox"
                checked={chosen.includes(name)}
                onChange={(event) => {
                  const rest = chosen.filter((other) => other !== name);
                  onChoose(event.target.checked ? [...rest, name] : rest);
                }}
              />
              <Coded text={title} /> <small>{number(questions)}</small>
            </label>
          ))}
        </fieldset>
      )}
    </>
  );
}
