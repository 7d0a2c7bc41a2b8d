// What does a rubric say? Axes with their weights, labels with their meaning, and its rules in words, in their order.
import { Chip, type Tone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { titled } from "@/councils/words";
import { Say, say, within } from "@/language/say";
import { number } from "@/language/written";
import type { Rubric } from "@/wire/types";
import { boundsInWords, certaintyInWords, partsOf, type Rule } from "./rules";
import css from "./rubrics.module.css";

const GROUPS: Record<string, Tone> = { good: "good", weak: "mid", bad: "bad" };

/** A line that goes on in the next, as lines in a file do. */
const WRAPPED = /(?<=\S)\n(?=[^\s*-])/g;

export function RubricRead({ rubric }: { rubric: Rubric }) {
  return (
    <div className={`${css["read"]} grid`}>
      {rubric.about !== "" && (
        <p className="muted measure pre" lang="">
          <Coded text={rubric.about.replaceAll(WRAPPED, " ")} />
        </p>
      )}
      <section>
        <h3>{say("What is scored, from 1 to 5")}</h3>
        <ul>
          {rubric.axes.map((axis) => (
            <li key={axis.name}>
              <Disclosure title={titled(axis.name)} note={`×${number(axis.weight)}`}>
                <p lang="">{axis.asks}</p>
                <dl className={`${css["marks"]} stack tight above`}>
                  {(
                    [
                      ["1", axis.one],
                      ["3", axis.three],
                      ["5", axis.five],
                    ] as const
                  ).map(([mark, says]) => (
                    <div key={mark}>
                      <dt>{mark}</dt>
                      <dd lang="">{says}</dd>
                    </div>
                  ))}
                </dl>
                {axis.note !== "" && <p lang="">{axis.note}</p>}
              </Disclosure>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>
          {rubric.labelling.of === "findings"
            ? say("What each finding is labelled with")
            : say("What each answer is labelled with")}
        </h3>
        <dl className={`${css["labels"]} stack`}>
          {rubric.labelling.labels.map((label) => (
            <div key={label.name}>
              <dt>
                <Chip tone={GROUPS[label.group] ?? "plain"}>{within(titled(label.name))}</Chip>
              </dt>
              <dd>
                <span lang="">{label.meaning}</span>
                {label.flaw && <small> {say("Counts as a flaw.")}</small>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>{say("What the verdict is: the first rule that holds decides")}</h3>
        <RuleList rules={rubric.rules} />
      </section>
    </div>
  );
}

/** The rules in their order. */
function RuleList({ rules }: { rules: readonly Rule[] }) {
  return (
    <ol className={`${css["rules"]} stack tight`}>
      {rules.map((rule, at) => {
        const bounds = boundsInWords(rule.when);
        return (
          <li key={at}>
            <p>
              <Say
                text={
                  bounds === ""
                    ? "<strong>{verdict}</strong> in every other case"
                    : "<strong>{verdict}</strong> when {bounds}"
                }
                values={{ verdict: titled(rule.verdict), bounds }}
                tags={{ strong: (words) => <strong>{words}</strong> }}
              />
              {rule.withheld && <Chip>{say("withheld")}</Chip>}
            </p>
            <p>
              {partsOf(rule.says).map((part, of) => (of % 2 === 0 ? part : <var key={of}>{part}</var>))}{" "}
              <span>{say("Certainty: {level}.", { level: certaintyInWords(rule.certainty) })}</span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}
