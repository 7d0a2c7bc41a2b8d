// Which rule would decide? Measures are set by hand; the server says which rule they meet, as it would in a session.
import { useState } from "react";
import { Chip, Empty } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Select, TextField } from "@/controls/Field";
import { Slider } from "@/controls/Switches";
import { titled } from "@/councils/words";
import { say, within } from "@/language/say";
import { number } from "@/language/written";
import { useRuled, type MeasureRow, type RubricChecked } from "./checks";
import { RuleList } from "./RubricRead";
import { levelInWords, measureTitle, type Rule } from "./rules";
import css from "./rubrics.module.css";

interface Given {
  text: string;
  checked: RubricChecked | undefined;
  rules: readonly Rule[];
}
type Values = Record<string, number | string>;

export function RubricTrial({ text, checked, rules }: Given) {
  const [values, set] = useState<Values>({});
  const sound = checked !== undefined && checked.error === "";
  const ruled = useRuled(text, values, sound);
  if (!sound)
    return (
      <Empty title={say("It cannot be tried as it is written.")}>
        <p>{checked?.error ?? say("It is being read.")}</p>
      </Empty>
    );
  const change = (name: string, value: number | string | undefined): void => {
    const next = { ...values };
    if (value === undefined) Reflect.deleteProperty(next, name);
    else next[name] = value;
    set(next);
  };
  const found = ruled.data;
  return (
    <div className={css["trial"]}>
      <div className={css["measures"]}>
        {checked.measures.map((measure) => (
          <Measure key={measure.name} measure={measure} rules={rules} value={values[measure.name]} onSet={change} />
        ))}
      </div>
      <div className={css["outcome"]} role="status" aria-live="polite">
        {found !== undefined && found.error === "" && (
          <div className={css["ruled"]}>
            <p className={css["class"]}>{titled(found.verdict_class)}</p>
            <p>
              <Chip>{say("certainty {level}", { level: levelInWords(found.certainty) })}</Chip>{" "}
              {found.withheld && <Chip tone="mid">{say("withheld")}</Chip>}
            </p>
            <p>
              <Coded text={say("Rule {rule, number}: {says}", { rule: found.rule, says: found.says })} />
            </p>
          </div>
        )}
        {found !== undefined && found.error !== "" && <p>{found.error}</p>}
        {ruled.isError && (
          <p>
            <Coded text={say("It could not be tried: {message}", { message: ruled.error.message })} />
          </p>
        )}
      </div>
      <RuleList rules={rules} fired={found?.rule ?? 0} />
    </div>
  );
}

/** Measures of a rubric's own labels: their names say what they are. */
const MADE_UP = /^(?:group|outside|label)_/;

interface One {
  measure: MeasureRow;
  rules: readonly Rule[];
  value: number | string | undefined;
  onSet: (name: string, value: number | string | undefined) => void;
}

/** A word is chosen, a number slides over the bounds the rules name; what is not set is absent and meets no bound. */
function Measure({ measure, rules, value, onSet }: One) {
  const { name, says, kind, choices } = measure;
  const label = measureTitle(name);
  const help = MADE_UP.test(name) ? "" : <Coded text={says} />;
  if (kind === "word")
    return (
      <Select
        label={label}
        help={help}
        value={value ?? ""}
        onText={(text) => {
          onSet(name, text === "" ? undefined : text);
        }}
      >
        <option value="">{say("absent")}</option>
        {choices.map((choice) => (
          <option key={choice} value={choice}>
            {within(titled(choice))}
          </option>
        ))}
      </Select>
    );
  const reach = reachOf(name, rules);
  if (reach === null)
    return (
      <TextField
        label={label}
        help={help}
        type="number"
        placeholder={say("absent")}
        value={value ?? ""}
        onText={(text) => {
          onSet(name, text === "" || Number.isNaN(Number(text)) ? undefined : Number(text));
        }}
      />
    );
  // one step left of the least means: absent
  const { least, most, step } = reach;
  const absent = least - step;
  return (
    <Slider
      label={label}
      help={help}
      min={absent}
      max={most}
      step={step}
      value={typeof value === "number" ? value : absent}
      written={(value) => (value < least - step / 2 ? say("absent") : number(value))}
      onSlide={(number) => {
        onSet(name, number < least - step / 2 ? undefined : Number(number.toFixed(4)));
      }}
    />
  );
}

/** How far a slider goes so that every bound of these rules can be met and missed. */
function reachOf(name: string, rules: readonly Rule[]): { least: number; most: number; step: number } | null {
  const whens = rules.flatMap((rule) => [
    rule.when,
    ...(typeof rule.certainty === "string" ? [] : rule.certainty.map((each) => each.when)),
  ]);
  const edges = whens
    .flatMap((when) => {
      const bound = when[name];
      return bound === undefined ? [] : [bound.at_least, bound.at_most, bound.below, bound.is];
    })
    .filter((edge) => typeof edge === "number");
  if (edges.length === 0) return null;
  const whole = edges.every(Number.isInteger);
  const top = Math.max(...edges);
  const unit = !whole && top <= 1 && Math.min(...edges) >= 0;
  if (unit) return { least: 0, most: 1, step: 0.05 };
  return { least: Math.min(0, Math.floor(Math.min(...edges)) - 1), most: Math.ceil(top) + 2, step: whole ? 1 : 0.1 };
}
