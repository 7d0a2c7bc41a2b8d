// Where answers differ: one line that names it, with what two sides say.
import { Everyone } from "@/findings/parts";
import { say } from "@/language/say";
import type { FindingOf } from "@/wire/types";
import css from "./difference.module.css";

export function Difference({ finding }: { finding: FindingOf<"analysis"> }) {
  const quoted = finding.contradictions.map(({ text, sides }) => ({
    text,
    sides: sides.filter(({ passages }) => passages.length > 0),
  }));
  const point = quoted.find(({ sides }) => sides.length > 1);
  if (point === undefined) return null;
  return (
    <section className={`${css["differ"]} stack warning`} aria-label={say("Where they differ")}>
      <h3>{say("They differ on: {point}", { point: point.text })}</h3>
      <div>
        {point.sides.slice(0, 2).map(({ text, holders, passages }) => (
          <figure key={text}>
            <figcaption>
              <Everyone seats={holders} />
            </figcaption>
            <blockquote lang="">“{passages[0]?.quote}”</blockquote>
          </figure>
        ))}
      </div>
    </section>
  );
}
