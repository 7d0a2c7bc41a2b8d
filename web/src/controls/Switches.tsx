// What is on or off, more or less, or one of a few? A switch, a slider, and a row of choices.
import { useId, type ReactNode } from "react";
import { Field } from "./Field";
import css from "./fields.module.css";

interface Switched {
  label: ReactNode;
  help?: ReactNode;
  on: boolean;
  onSwitch: (on: boolean) => void;
  disabled?: boolean;
}

/** On or off, at once; space and Enter turn it. */
export function Toggle({ label, help, on, onSwitch, disabled = false }: Switched) {
  const id = useId();
  return (
    <div className={`${css["toggle"]} at-start grid`}>
      <button
        type="button"
        role="switch"
        id={id}
        aria-checked={on}
        aria-labelledby={`${id}-label`}
        aria-describedby={help === undefined ? undefined : `${id}-help`}
        disabled={disabled}
        className={`${css["switch"]} pill here on-sunk`}
        onClick={() => {
          onSwitch(!on);
        }}
      />
      <div>
        <label id={`${id}-label`} htmlFor={id}>
          {label}
        </label>
        {help !== undefined && (
          <p id={`${id}-help`} className="muted small measure">
            {help}
          </p>
        )}
      </div>
    </div>
  );
}

interface Slid {
  label: ReactNode;
  help?: ReactNode;
  value: number;
  min: number;
  max: number;
  step?: number;
  /** How a value is said, where its bare number says too little. */
  written?: (value: number) => string;
  onSlide: (value: number) => void;
}

/** A number between two bounds. */
export function Slider({ label, help, value, min, max, step = 1, written = String, onSlide }: Slid) {
  return (
    <Field label={label} help={help} aside={<output>{written(value)}</output>}>
      {(wiring) => (
        <input
          type="range"
          {...wiring}
          {...{ min, max, step, value }}
          aria-valuetext={written(value)}
          className={css["slider"]}
          onChange={(event) => {
            onSlide(event.target.valueAsNumber);
          }}
        />
      )}
    </Field>
  );
}

interface Chosen<T extends string> {
  label: string;
  value: T;
  choices: readonly { value: T; title: ReactNode }[];
  onChoose: (value: T) => void;
  help?: ReactNode;
  unseen?: boolean;
}

/** One of a few, all in view: radio buttons drawn as one row. */
export function Choice<T extends string>({ label, value, choices, onChoose, help, unseen = false }: Chosen<T>) {
  const name = useId();
  return (
    <fieldset role="radiogroup" aria-label={label} className={`${css["choice"]} stack tight`}>
      <legend className={unseen ? "unseen" : undefined}>{label}</legend>
      <div className={`${css["row"]} row on-sunk bordered rounded`}>
        {choices.map((each) => (
          <label key={each.value} className={`${css["pick"]} slim here`}>
            <input
              type="radio"
              name={name}
              value={each.value}
              checked={each.value === value}
              onChange={() => {
                onChoose(each.value);
              }}
            />
            <span>{each.title}</span>
          </label>
        ))}
      </div>
      {help !== undefined && <p className="muted small measure">{help}</p>}
    </fieldset>
  );
}
