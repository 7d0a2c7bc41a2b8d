// How does a person fill in a ballot? By the form its schema asks for: an order to drag, sliders, levels, choices, lists.
import { Plus, X } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "@/controls/Button";
import { Select, TextArea } from "@/controls/Field";
import { Choice, Slider, Toggle } from "@/controls/Switches";
import { leaveField } from "@/keyboard/leaveField";
import { say } from "@/language/say";
import { blank, memberOf, titleOf, type Filled, type Shape } from "./ballotShape";
import { RankField } from "./RankField";

interface Given {
  name: string;
  shape: Shape;
  value: Filled;
  /** What is wrong, by place; empty before somebody has tried to hand it in. */
  wrong: ReadonlyMap<string, string>;
  at?: string;
  onChange: (value: Filled) => void;
}

/** Choices up to so many stand in a row. */
const IN_A_ROW = 7;
/** Words up to so long take one line or two. */
const SHORT = 300;

export function BallotForm({ name, shape, value, wrong, at = "", onChange }: Given): ReactNode {
  const title = titleOf(name);
  const error = wrong.get(at);
  switch (shape.kind) {
    case "given":
      return null;
    case "words":
      return (
        <TextArea
          label={title}
          error={error}
          help={
            shape.most === null
              ? say("As long as it takes.")
              : say("At most {most, plural, one {# character} other {# characters}}.", { most: shape.most })
          }
          rows={shape.most !== null && shape.most <= SHORT ? 2 : 4}
          value={typeof value === "string" ? value : ""}
          onKeyDown={leaveField}
          onText={onChange}
        />
      );
    case "flag":
      return <Toggle label={title} on={value === true} onSwitch={onChange} />;
    case "choice":
      return (
        <Faulty error={error}>
          {shape.options.length <= IN_A_ROW ? (
            <Choice
              label={title}
              value={typeof value === "string" ? value : ""}
              choices={shape.options.map((option) => ({ value: option, title: titleOf(option) }))}
              onChoose={onChange}
            />
          ) : (
            <Select
              label={title}
              value={typeof value === "string" ? value : ""}
              onText={(text) => {
                onChange(text === "" ? undefined : text);
              }}
            >
              <option value="">{say("Choose …")}</option>
              {shape.options.map((option) => (
                <option key={option} value={option}>
                  {titleOf(option)}
                </option>
              ))}
            </Select>
          )}
        </Faulty>
      );
    case "number":
      return (
        <Faulty error={error}>
          <Numbered title={title} shape={shape} value={value} onChange={onChange} />
        </Faulty>
      );
    case "order":
      return <RankField title={title} labels={shape.labels} value={value} error={error} onChange={onChange} />;
    case "group":
      return (
        <Grouped title={name === "" ? null : title}>
          {shape.fields.map(([inner, each]) => (
            <BallotForm
              key={inner}
              name={inner}
              shape={each}
              value={memberOf(value, inner)}
              wrong={wrong}
              at={at === "" ? inner : `${at}.${inner}`}
              onChange={(next) => {
                onChange({ ...(typeof value === "object" && !Array.isArray(value) ? value : {}), [inner]: next });
              }}
            />
          ))}
        </Grouped>
      );
    case "list":
      return <Listed title={title} shape={shape} value={value} wrong={wrong} at={at} onChange={onChange} />;
  }
}

function Grouped({ title, children }: { title: string | null; children: ReactNode }) {
  if (title === null) return <div className="stack slim">{children}</div>;
  return (
    <fieldset className="stack box slim">
      <legend>{title}</legend>
      {children}
    </fieldset>
  );
}

function Faulty({ error, children }: { error: string | undefined; children: ReactNode }) {
  return (
    <div>
      {children}
      {error !== undefined && (
        <p className="bad small" role="alert">
          {error}
        </p>
      )}
    </div>
  );
}

interface Number {
  title: string;
  shape: Extract<Shape, { kind: "number" }>;
  value: Filled;
  onChange: (value: Filled) => void;
}

/** A slider; left of its lowest value nothing is chosen, so that no number is handed in that nobody chose. */
function Numbered({ title, shape, value, onChange }: Number) {
  const unset = Math.round((shape.low - shape.step) * 1000) / 1000;
  return (
    <Slider
      label={title}
      value={typeof value === "number" ? value : unset}
      min={unset}
      max={shape.high}
      step={shape.step}
      written={(now) => (now < shape.low ? say("not chosen") : String(now))}
      onSlide={(now) => {
        onChange(now < shape.low ? undefined : now);
      }}
    />
  );
}

interface List extends Omit<Given, "name" | "shape" | "at"> {
  title: string;
  shape: Extract<Shape, { kind: "list" }>;
  at: string;
}

function Listed({ title, shape, value, wrong, at, onChange }: List) {
  const entries = Array.isArray(value) ? value : [];
  const error = wrong.get(at);
  return (
    <fieldset className="stack box slim">
      <legend>{title}</legend>
      {entries.map((entry, number) => (
        <div key={number} className="stack">
          <BallotForm
            name={String(number + 1)}
            shape={shape.item}
            value={entry}
            wrong={wrong}
            at={`${at}.${String(number)}`}
            onChange={(next) => {
              onChange(entries.map((each, n) => (n === number ? next : each)));
            }}
          />
          {entries.length > shape.least && (
            <Button
              aria-label={say("Remove entry {number, number}", { number: number + 1 })}
              onClick={() => {
                onChange(entries.filter((_, n) => n !== number));
              }}
            >
              <X size={15} aria-hidden="true" /> {say("Remove")}
            </Button>
          )}
        </div>
      ))}
      {entries.length < shape.most && (
        <div>
          <Button
            onClick={() => {
              onChange([...entries, blank(shape.item)]);
            }}
          >
            <Plus size={15} aria-hidden="true" /> {say("Add an entry")}
          </Button>
        </div>
      )}
      {error !== undefined && (
        <p className="bad small" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
