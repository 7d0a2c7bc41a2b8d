// How does a council deliberate, and who holds its offices? Protocol, rubric, chair, stand-ins, offices, options.
import { Disclosure } from "@/controls/Disclosure";
import { Select } from "@/controls/Field";
import { ModelChoice, ModelChoices } from "@/councils/ModelChoice";
import { OptionsForm } from "@/councils/OptionsForm";
import { faultsIn, fieldsOf, optionNamed, type OptionValue } from "@/councils/options";
import { titled } from "@/councils/words";
import { useProtocols, useRubrics } from "@/hooks/queries";
import { say } from "@/language/say";
import type { Edited } from "./keeping";

interface Given {
  edited: Edited;
  onChange: (changed: Partial<Edited>) => void;
  /** What the server said against it. */
  refusal: string;
}

export function Ways({ edited, onChange, refusal }: Given) {
  const protocols = useProtocols().data?.protocols ?? [];
  const rubrics = useRubrics().data?.rubrics ?? [];
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
    <section className="stack">
      <h3>{say("How it deliberates")}</h3>
      <div className="tiles at-start">
        <Select
          label={say("Protocol")}
          value={edited.protocol}
          help={protocol && protocol.title}
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
            label={say("Rubric")}
            value={edited.rubric}
            onText={(rubric) => {
              onChange({ rubric });
            }}
          >
            <option value="">{say("the protocol’s own")}</option>
            {rubrics.map(({ rubric }) => (
              <option key={rubric.name} value={rubric.name}>
                {titled(rubric.name)}
              </option>
            ))}
          </Select>
        )}
        <ModelChoice
          label={say("Chair")}
          placeholder={say("the first configured model outside the panel")}
          value={edited.chair ?? ""}
          onPick={(chair) => {
            onChange({ chair: chair === "" ? null : chair });
          }}
        />
        <ModelChoices
          label={say("Stand-ins")}
          help={say("Who takes over the chair, in this order.")}
          placeholder={say("nobody")}
          values={edited.stand_ins}
          onPick={(stand_ins) => {
            onChange({ stand_ins });
          }}
        />
        {(protocol?.offices ?? []).map((name) => (
          <ModelChoices
            key={name}
            label={titled(name)}
            placeholder={say("chosen for each question")}
            values={[edited.offices[name] ?? []].flat()}
            onPick={(holders) => {
              office(name, holders);
            }}
          />
        ))}
      </div>
      <Disclosure
        title={say("Options")}
        note={
          Object.keys(options).length === 0
            ? say("as the protocol has them")
            : say("{count, plural, one {# option} other {# options}} set", { count: Object.keys(options).length })
        }
        {...(Object.keys(faults).length > 0 ? { open: true } : {})}
      >
        <OptionsForm fields={fields} values={options} faults={faults} onSet={set} />
      </Disclosure>
    </section>
  );
}
