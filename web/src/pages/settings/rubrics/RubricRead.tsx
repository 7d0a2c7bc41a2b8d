// What does a rubric say? Axes with their weights, labels with their meaning, and its rules in words, in their order.
import type { CSSProperties } from "react";
import { Chip, type Tone } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { titled } from "@/councils/words";
import type { Rubric } from "@/wire/types";
import { boundsInWords, certaintyInWords, type Rule } from "./rules";
import css from "./rubrics.module.css";

const GROUPS: Record<string, Tone> = { good: "good", weak: "mid", bad: "bad" };

export function RubricRead({ rubric }: { rubric: Rubric }) {
  const heaviest = Math.max(...rubric.axes.map((axis) => axis.weight));
  return (
    <div className={css["read"]}>
      {rubric.about !== "" && <p className={css["about"]}>{rubric.about}</p>}
      <section>
        <h3>What is scored, from 1 to 5</h3>
        <ul className={css["axes"]}>
          {rubric.axes.map((axis) => (
            <li key={axis.name}>
              <Disclosure
                title={titled(axis.name)}
                note={
                  <span className={css["weighed"]}>
                    <span className={css["weight"]} style={{ "--share": axis.weight / heaviest } as CSSProperties} />×
                    {axis.weight}
                  </span>
                }
              >
                <p>{axis.asks}</p>
                <dl className={css["marks"]}>
                  {(
                    [
                      ["1", axis.one],
                      ["3", axis.three],
                      ["5", axis.five],
                    ] as const
                  ).map(([mark, says]) => (
                    <div key={mark}>
                      <dt>{mark}</dt>
                      <dd>{says}</dd>
                    </div>
                  ))}
                </dl>
                {axis.note !== "" && <p>{axis.note}</p>}
              </Disclosure>
            </li>
          ))}
        </ul>
      </section>
      <section>
        <h3>What {rubric.labelling.of === "findings" ? "each finding" : "each answer"} is labelled with</h3>
        <dl className={css["labels"]}>
          {rubric.labelling.labels.map((label) => (
            <div key={label.name}>
              <dt>
                <Chip tone={GROUPS[label.group] ?? "plain"}>{titled(label.name).toLowerCase()}</Chip>
              </dt>
              <dd>
                {label.meaning}
                {label.flaw && <small> Counts as a flaw.</small>}
              </dd>
            </div>
          ))}
        </dl>
      </section>
      <section>
        <h3>What the verdict is: the first rule that holds decides</h3>
        <RuleList rules={rubric.rules} fired={0} />
      </section>
    </div>
  );
}

/** The rules in their order; `fired` is the number of the one that decides, from 1. */
export function RuleList({ rules, fired }: { rules: readonly Rule[]; fired: number }) {
  return (
    <ol className={css["rules"]}>
      {rules.map((rule, at) => {
        const bounds = boundsInWords(rule.when);
        return (
          <li key={at} data-fired={at + 1 === fired || undefined} aria-current={at + 1 === fired || undefined}>
            <p>
              <strong>{titled(rule.verdict)}</strong> {bounds === "" ? "in every other case" : `when ${bounds}`}
              {rule.withheld && <Chip>withheld</Chip>}
              {at + 1 === fired && <Chip tone="gold">this one decides</Chip>}
            </p>
            <p className={css["because"]}>
              {rule.says} <span>Certainty: {certaintyInWords(rule.certainty)}.</span>
            </p>
          </li>
        );
      })}
    </ol>
  );
}
