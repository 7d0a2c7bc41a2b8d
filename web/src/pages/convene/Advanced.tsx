// What else can be set? A cap, who holds which office, what everybody is told, where things are looked up, and options.
import { Disclosure } from "@/controls/Disclosure";
import { TextArea, TextField } from "@/controls/Field";
import { OptionsForm } from "@/councils/OptionsForm";
import type { OptionValue } from "@/councils/options";
import { useSearchers } from "@/councils/shelf";
import { counted, titled } from "@/councils/words";
import { useModels } from "@/hooks/queries";
import type { Draft } from "./draft";
import type { Sitting } from "./sitting";
import css from "./convene.module.css";

interface Given {
  draft: Draft;
  change: (changed: Partial<Draft>) => void;
  sitting: Sitting;
  faults: Readonly<Record<string, string>>;
  open: boolean;
  onOpen: (open: boolean) => void;
  onOption: (name: string, value: OptionValue | undefined) => void;
}

export function Advanced({ draft, change, sitting, faults, open, onOpen, onOption }: Given) {
  const { protocol, fields, base, options } = sitting;
  const own = fields.filter((field) => !field.shared && field.name !== "searchers");
  const shared = fields.filter((field) => field.shared);
  const changed =
    Object.keys(options).length +
    ["budget", "chair", "seed", "system"].filter((name) => draft[name as "seed"] !== "").length;
  return (
    <Disclosure
      title="More"
      note={changed === 0 ? "cap, offices, options" : counted(changed, "thing changed", "things changed")}
      open={open}
      onOpen={onOpen}
      className={css["part"]}
    >
      {open && (
        <div className={css["drawer"]}>
          <div className={css["grid"]}>
            <TextField
              label="Cap"
              inputMode="decimal"
              placeholder="no cap"
              value={draft.budget}
              error={faults["budget"]}
              help="Dollars it may cost at most. No call starts whose worst price does not fit under it."
              onText={(budget) => {
                change({ budget });
              }}
            />
            <TextField
              label="Chair"
              list="models-that-speak"
              placeholder={sitting.council?.chair ?? "chosen for you"}
              value={draft.chair}
              help="Who writes the verdict: endpoint/model."
              onText={(chair) => {
                change({ chair });
              }}
            />
            {protocol?.offices.map((office) => (
              <TextField
                key={office}
                label={titled(office)}
                list="models-that-speak"
                placeholder={[sitting.council?.offices[office] ?? "chosen for you"].flat().join(", ")}
                value={draft.offices[office] ?? ""}
                help={`Who holds the office of ${office}.`}
                onText={(holder) => {
                  change({ offices: { ...draft.offices, [office]: holder } });
                }}
              />
            ))}
            <TextField
              label="Seed"
              placeholder="drawn"
              value={draft.seed}
              help="The same seed draws the same lots and orders again."
              onText={(seed) => {
                change({ seed });
              }}
            />
          </div>
          <TextArea
            label="What everybody is told first"
            rows={2}
            value={draft.system}
            placeholder={sitting.council?.system === "" ? "nothing" : sitting.council?.system}
            onText={(system) => {
              change({ system });
            }}
          />
          {fields.some((field) => field.name === "searchers") && (
            <Searchers chosen={options["searchers"]} onOption={onOption} />
          )}
          {own.length > 0 && (
            <>
              <h3>{titled(protocol?.protocol ?? "")}</h3>
              <OptionsForm fields={own} values={options} base={base} faults={faults} onSet={onOption} />
            </>
          )}
          <h3>Every protocol</h3>
          <OptionsForm fields={shared} values={options} base={base} faults={faults} onSet={onOption} />
          <Models />
        </div>
      )}
    </Disclosure>
  );
}

function Models() {
  const models = useModels().data?.models ?? [];
  return (
    <datalist id="models-that-speak">
      {models
        .filter((row) => row.speaks)
        .slice(0, 400)
        .map((row) => (
          <option key={row.model} value={row.model} />
        ))}
    </datalist>
  );
}

/** Where the question is looked up first; with none chosen, wherever that is set up. */
function Searchers({ chosen, onOption }: { chosen: OptionValue | undefined; onOption: Given["onOption"] }) {
  const rows = useSearchers().data ?? [];
  const names = Array.isArray(chosen) ? chosen : [];
  const turn = (name: string, on: boolean): void => {
    const rest = names.filter((other) => other !== name && other !== "none");
    const next = name === "none" ? (on ? ["none"] : []) : on ? [...rest, name] : rest;
    onOption("searchers", next.length === 0 ? undefined : next);
  };
  const ticks = [
    ...rows.map((row) => ({ ...row, off: !row.configured })),
    { name: "none", title: "Nowhere", off: false },
  ];
  return (
    <fieldset className={css["ticks"]}>
      <legend>Where it is looked up first</legend>
      {ticks.map(({ name, title, off }) => (
        <label key={name}>
          <input
            type="checkbox"
            checked={names.includes(name)}
            disabled={off}
            onChange={(event) => {
              turn(name, event.target.checked);
            }}
          />
          {title}
          {off && " (needs a key)"}
        </label>
      ))}
      {names.length === 0 && <p>With nothing ticked, the settings decide.</p>}
    </fieldset>
  );
}
