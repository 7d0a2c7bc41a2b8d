// How does a council deliberate, and who holds its offices? Protocol, rubric, chair, stand-ins, offices, options.
import { Disclosure } from "@/controls/Disclosure";
import { Select, TextField } from "@/controls/Field";
import { OptionsForm } from "@/councils/OptionsForm";
import { faultsIn, fieldsOf, optionNamed, type OptionValue } from "@/councils/options";
import { counted, titled } from "@/councils/words";
import { useModels, useProtocols, useRubrics } from "@/hooks/queries";
import type { Edited } from "./keeping";
import css from "../settings.module.css";

interface Given {
  edited: Edited;
  onChange: (changed: Partial<Edited>) => void;
  /** What the server said against it. */
  refusal: string;
}

const partsOf = (text: string): string[] =>
  text
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);

export function Ways({ edited, onChange, refusal }: Given) {
  const protocols = useProtocols().data?.protocols ?? [];
  const rubrics = useRubrics().data?.rubrics ?? [];
  const models = useModels().data?.models ?? [];
  const protocol = protocols.find((row) => row.protocol === edited.protocol);
  const fields = protocol === undefined ? [] : fieldsOf(protocol);
  const options = edited.options;
  const named = optionNamed(refusal, fields);
  const faults = { ...faultsIn(fields, options), ...(named === "" ? {} : { [named]: refusal }) };
  const set = (name: string, value: OptionValue | undefined): void => {
    const next: Record<string, OptionValue> = { ...options };
    if (value === undefined) Reflect.deleteProperty(next, name);
    else next[name] = value;
    onChange({ options: next });
  };
  const office = (name: string, holders: string[]): void => {
    const rest = Object.fromEntries(Object.entries(edited.offices).filter(([other]) => other !== name));
    const [only] = holders;
    onChange({ offices: only === undefined ? rest : { ...rest, [name]: holders.length === 1 ? only : holders } });
  };
  return (
    <section className={css["group"]}>
      <h3>How it deliberates</h3>
      <div className={css["grid"]}>
        <Select
          label="Protocol"
          value={edited.protocol}
          help={protocol?.title}
          onText={(name) => {
            onChange({ protocol: name, options: {} });
          }}
        >
          {protocols.map((row) => (
            <option key={row.protocol} value={row.protocol}>
              {titled(row.protocol)}
            </option>
          ))}
        </Select>
        {protocol?.takes_rubric === true && (
          <Select
            label="Rubric"
            value={edited.rubric}
            onText={(rubric) => {
              onChange({ rubric });
            }}
          >
            <option value="">the protocol’s own</option>
            {rubrics.map(({ rubric }) => (
              <option key={rubric.name} value={rubric.name}>
                {titled(rubric.name)}
              </option>
            ))}
          </Select>
        )}
        <TextField
          label="Chair"
          list="council-models"
          placeholder="the first configured model outside the panel"
          value={edited.chair ?? ""}
          onText={(chair) => {
            onChange({ chair: chair.trim() === "" ? null : chair.trim() });
          }}
        />
        <Several
          key={`stand-ins of ${edited.name}`}
          label="Stand-ins"
          help="Who takes over the chair, in order; commas between them."
          values={edited.stand_ins}
          onValues={(stand_ins) => {
            onChange({ stand_ins });
          }}
        />
        {(protocol?.offices ?? []).map((name) => (
          <Several
            key={name}
            label={titled(name)}
            placeholder="chosen when it sits"
            values={[edited.offices[name] ?? []].flat()}
            onValues={(holders) => {
              office(name, holders);
            }}
          />
        ))}
      </div>
      <datalist id="council-models">
        {models
          .filter((row) => row.speaks)
          .slice(0, 400)
          .map((row) => (
            <option key={row.model} value={row.model} />
          ))}
      </datalist>
      <Disclosure
        title="Options"
        note={
          Object.keys(options).length === 0
            ? "as the protocol has them"
            : `${counted(Object.keys(options).length, "option")} set`
        }
        {...(Object.keys(faults).length > 0 ? { open: true } : {})}
      >
        <OptionsForm fields={fields} values={options} faults={faults} onSet={set} />
      </Disclosure>
    </section>
  );
}

interface Listed {
  label: string;
  help?: string;
  placeholder?: string;
  values: readonly string[];
  onValues: (values: string[]) => void;
}

/** Several models in one field; what is typed stays as it is typed. */
function Several({ label, help, placeholder, values, onValues }: Listed) {
  return (
    <TextField
      label={label}
      help={help}
      placeholder={placeholder}
      list="council-models"
      defaultValue={values.join(", ")}
      onText={(text) => {
        onValues(partsOf(text));
      }}
    />
  );
}
