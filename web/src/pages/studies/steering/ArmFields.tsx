// Who judges, who sits, and by what? The fields of an arm, as far as its protocol has them.
import { Select } from "@/controls/Field";
import { Disclosure } from "@/controls/Disclosure";
import { ModelChoice, ModelChoices } from "@/councils/ModelChoice";
import { OptionsForm } from "@/councils/OptionsForm";
import type { OptionField, OptionValues } from "@/councils/options";
import { useCouncils, useRubrics } from "@/hooks/queries";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { officeOf } from "@/playback/looks";
import type { Council, ProtocolRow } from "@/wire/types";
import type { Forkable } from "./adding";

export interface Chosen {
  judges: readonly string[];
  chair: string;
  rubric: string;
  options: OptionValues;
  council: string;
  members: readonly string[];
  protocol: string;
  offices: Readonly<Record<string, readonly string[]>>;
}
export const UNCHANGED: Chosen = {
  ...{ judges: [], chair: "", rubric: "", options: {}, council: "", members: [], protocol: "", offices: {} },
};

interface Given {
  protocol: ProtocolRow | undefined;
  fields: readonly OptionField[];
  faults: Readonly<Record<string, string>>;
  chosen: Chosen;
  onChange: (changed: Partial<Chosen>) => void;
}

/** What a fork may change: whom its stages ask, by what is judged, and how. */
export function Changed({ arm, ...given }: Given & { arm: Forkable }) {
  const { chosen, onChange } = given;
  return (
    <>
      {arm.judged && (
        <ModelChoices
          label={say("Who judges instead")}
          values={chosen.judges}
          placeholder={say("as before")}
          onPick={(judges) => {
            onChange({ judges });
          }}
        />
      )}
      <Common {...given} unset={say("as before")} />
    </>
  );
}

/** Who is asked the same questions: a council by name or models, how they deliberate, and who holds its offices. */
export function AnotherCouncil({
  protocols,
  kept,
  ...given
}: Given & { protocols: readonly ProtocolRow[]; kept: Council | undefined }) {
  const { protocol, chosen, onChange } = given;
  const councils = useCouncils().data?.councils ?? [];
  return (
    <>
      <Select
        label={say("Council")}
        value={chosen.council}
        onText={(council) => {
          onChange({ ...UNCHANGED, council });
        }}
      >
        <option value="">{say("none: models of your choice")}</option>
        {councils.map(({ council }) => (
          <option key={council.name}>{council.name}</option>
        ))}
      </Select>
      {chosen.council === "" && (
        <ModelChoices
          label={say("Who sits")}
          values={chosen.members}
          placeholder={say("Search models…")}
          onPick={(members) => {
            onChange({ members });
          }}
        />
      )}
      <Select
        label={say("Protocol")}
        value={kept === undefined || chosen.protocol !== "" ? (protocol?.protocol ?? "") : ""}
        onText={(next) => {
          onChange({ protocol: next, offices: {}, options: {} });
        }}
      >
        {kept !== undefined && (
          <option value="">{say("as the council was saved: {protocol}", { protocol: titleOf(kept.protocol) })}</option>
        )}
        {protocols.map((row) => (
          <option key={row.protocol} value={row.protocol}>
            {titleOf(row.protocol)}
          </option>
        ))}
      </Select>
      {protocol?.offices.map((office) => (
        <ModelChoices
          key={office}
          label={officeOf(office)}
          values={chosen.offices[office] ?? []}
          placeholder={say("chosen by the council")}
          onPick={(models) => {
            onChange({ offices: { ...chosen.offices, [office]: models } });
          }}
        />
      ))}
      <Common {...given} unset={say("chosen by the council")} />
    </>
  );
}

function Common({ protocol, fields, faults, chosen, onChange, unset }: Given & { unset: string }) {
  const rubrics = useRubrics(protocol?.takes_rubric === true).data?.rubrics ?? [];
  return (
    <>
      {protocol !== undefined && protocol.chairless === "" && (
        <ModelChoice
          label={say("Chair")}
          value={chosen.chair}
          placeholder={unset}
          onPick={(chair) => {
            onChange({ chair });
          }}
        />
      )}
      {protocol?.takes_rubric === true && (
        <Select
          label={say("Rubric")}
          value={chosen.rubric}
          onText={(rubric) => {
            onChange({ rubric });
          }}
        >
          <option value="">{say("that of each question")}</option>
          {rubrics.map(({ rubric: { name } }) => (
            <option key={name}>{name}</option>
          ))}
        </Select>
      )}
      {fields.length > 0 && (
        <Disclosure title={say("Options of the protocol")}>
          <OptionsForm
            fields={[...fields].sort((one, other) => Number(one.shared) - Number(other.shared))}
            values={chosen.options}
            faults={faults}
            onSet={(name, value) => {
              const others = Object.entries(chosen.options).filter(([other]) => other !== name);
              onChange({ options: Object.fromEntries(value === undefined ? others : [...others, [name, value]]) });
            }}
          />
        </Disclosure>
      )}
    </>
  );
}
