// How are a protocol's options set? One field each, drawn from their schema; what is changed is marked and taken back.
import { RotateCcw } from "lucide-react";
import { memo, useState, type ReactNode } from "react";
import { IconButton } from "@/controls/Button";
import { Select, TextField } from "@/controls/Field";
import { Toggle } from "@/controls/Switches";
import { say } from "@/language/say";
import { Coded } from "@/controls/Coded";
import type { OptionField, OptionValue, OptionValues } from "./options";
import { titled } from "./words";
import css from "./councils.module.css";

interface Given {
  fields: readonly OptionField[];
  /** What has been set; options that are not here are as in `base`, or as the protocol has them. */
  values: OptionValues;
  base?: OptionValues;
  faults: Readonly<Record<string, string>>;
  onSet: (name: string, value: OptionValue | undefined) => void;
}

export function OptionsForm({ fields, values, base = {}, faults, onSet }: Given) {
  return (
    <div className="tiles at-start">
      {fields.map((field) => (
        <Option
          key={field.name}
          field={field}
          value={values[field.name]}
          standing={base[field.name] ?? field.plain}
          fault={faults[field.name]}
          onSet={onSet}
        />
      ))}
    </div>
  );
}

interface One {
  field: OptionField;
  value: OptionValue | undefined;
  /** What holds when nothing is set. */
  standing: OptionValue | null;
  fault: string | undefined;
  onSet: Given["onSet"];
}

const Option = memo(function Option({ field, value, standing, fault, onSet }: One) {
  const { name, kind, choices, says } = field;
  const label = titled(name);
  const set = (next: OptionValue | undefined): void => {
    onSet(name, next);
  };
  const aside =
    value === undefined ? undefined : (
      <IconButton
        name={say("Set {label} back", { label })}
        kind="quiet"
        className={css["back"] ?? ""}
        onClick={() => {
          set(undefined);
        }}
      >
        <RotateCcw size={13} />
      </IconButton>
    );
  const common = { label, help: says === "" ? undefined : <Coded text={says} />, error: fault, aside };
  if (kind === "switch")
    return <Toggle label={label} help={<Coded text={says} />} on={(value ?? standing) === true} onSwitch={set} />;
  if (kind === "choice")
    return (
      <Select
        {...common}
        value={wordsOf(value ?? standing)}
        onText={(text) => {
          set(text === "" ? undefined : text);
        }}
      >
        {standing === null && <option value="">{say("not set")}</option>}
        {[...new Set([...choices, wordsOf(value ?? standing)])].filter(Boolean).map((choice) => (
          <option key={choice} value={choice}>
            {choice}
          </option>
        ))}
      </Select>
    );
  if (kind === "number") return <NumberOption {...{ common, field, value, standing, set }} />;
  return (
    <TextField
      {...common}
      value={wordsOf(value)}
      placeholder={
        kind === "list" ? wordsOf(standing) || say("separated by commas") : wordsOf(standing) || say("not set")
      }
      onText={(text) => {
        if (text === "") set(undefined);
        else set(kind === "list" ? partsOf(text) : text);
      }}
    />
  );
});

interface Counted {
  common: { label: string; help: ReactNode; error: string | undefined; aside: ReactNode };
  field: OptionField;
  value: OptionValue | undefined;
  standing: OptionValue | null;
  set: (value: OptionValue | undefined) => void;
}

/** What is being typed may be no number yet: the text is kept, the value follows. */
function NumberOption({ common, field, value, standing, set }: Counted) {
  const [typed, type] = useState({ text: wordsOf(value), value });
  const text = Object.is(typed.value, value) ? typed.text : wordsOf(value);
  return (
    <TextField
      {...common}
      inputMode={field.whole ? "numeric" : "decimal"}
      value={text}
      placeholder={wordsOf(standing) || say("not set")}
      onText={(entered) => {
        const bare = entered.trim().replace(",", ".");
        const next = bare === "" ? undefined : Number.isFinite(Number(bare)) ? Number(bare) : entered;
        type({ text: entered, value: next });
        set(next);
      }}
    />
  );
}

const wordsOf = (value: OptionValue | null | undefined): string =>
  value === null || value === undefined ? "" : Array.isArray(value) ? value.join(", ") : String(value);

/** Commas part; one that is being typed keeps its place. */
const partsOf = (text: string): string[] =>
  text.split(",").map((part, at) => (at === 0 ? part.trimStart() : part.trim()));
