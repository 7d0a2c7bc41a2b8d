// What else can be set? A budget, who chairs and holds which role, what everybody is told, where things are looked up, and options.
import { Disclosure } from "@/controls/Disclosure";
import { Notices } from "@/controls/Notices";
import { TextArea, TextField } from "@/controls/Field";
import { Toggle } from "@/controls/Switches";
import { ModelChoice, ModelChoices } from "@/councils/ModelChoice";
import { OptionsForm } from "@/councils/OptionsForm";
import type { OptionValue } from "@/councils/options";
import { useSearchers } from "@/councils/shelf";
import { leastWords, type Estimated } from "@/councils/estimating";
import { titled } from "@/councils/words";
import { say } from "@/language/say";
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
  estimate: Estimated;
}

export function Advanced({ draft, change, sitting, faults, open, onOpen, onOption, estimate }: Given) {
  const least = estimate.busy ? null : (estimate.row?.least ?? null);
  const { protocol, fields, base, options } = sitting;
  const own = fields.filter((field) => !field.shared && field.name !== "searchers");
  const shared = fields.filter((field) => field.shared && field.watched === null);
  const changed =
    Object.keys(options).length +
    ["budget", "chair", "seed", "system"].filter((name) => draft[name as "seed"] !== "").length +
    (draft.standIns.length > 0 ? 1 : 0) +
    (draft.search === null ? 0 : 1);
  return (
    <Disclosure
      title={say("More")}
      note={
        changed === 0
          ? say("budget, chair and roles, options")
          : say("{changed, plural, one {# thing} other {# things}} changed", { changed })
      }
      open={open}
      onOpen={onOpen}
      className={`${css["part"]} stack pad-top`}
    >
      {open && (
        <div className="stack loose">
          <div className="tiles">
            <TextField
              label={say("Budget")}
              inputMode="decimal"
              placeholder={say("no limit")}
              value={draft.budget}
              error={faults["budget"]}
              help={`${say("Dollars it may cost at most. No call starts whose highest price would go over it.")} ${leastWords(sitting.body.budget, least)}`.trim()}
              onText={(budget) => {
                change({ budget });
              }}
            />
            <ModelChoice
              label={say("Chair")}
              placeholder={sitting.council?.chair ?? say("chosen for you")}
              value={draft.chair}
              help={say("Who writes the answer in the end.")}
              onPick={(chair) => {
                change({ chair });
              }}
            />
            <ModelChoices
              label={say("Stand-ins")}
              placeholder={standInsOf(sitting)}
              values={draft.standIns}
              help={say("Who takes over the chair, in this order, where it fails.")}
              onPick={(standIns) => {
                change({ standIns });
              }}
            />
            {protocol?.offices.map((office) => (
              <ModelChoice
                key={office}
                label={titled(office)}
                placeholder={[sitting.council?.offices[office] ?? say("chosen for you")].flat().join(", ")}
                value={draft.offices[office] ?? ""}
                onPick={(holder) => {
                  change({ offices: { ...draft.offices, [office]: holder } });
                }}
              />
            ))}
            <TextField
              label={say("Seed")}
              placeholder={say("random")}
              value={draft.seed}
              help={say(
                "Who is shown first, for one, is chosen at random. The same seed makes the same choices again; empty, a new one is used.",
              )}
              onText={(seed) => {
                change({ seed });
              }}
            />
          </div>
          <TextArea
            label={say("What everybody is told first")}
            rows={2}
            value={draft.system}
            placeholder={sitting.council?.system === "" ? say("nothing") : sitting.council?.system}
            onText={(system) => {
              change({ system });
            }}
          />
          <LookUp
            wanted={draft.search}
            usual={protocol?.looks_up === true}
            onSwitch={(search) => {
              change({ search });
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
          <h3>{say("Every protocol")}</h3>
          <OptionsForm fields={shared} values={options} base={base} faults={faults} onSet={onOption} />
          <h3>{say("While it runs")}</h3>
          <Notices />
        </div>
      )}
    </Disclosure>
  );
}

/** Who stands in where nobody is named here. */
function standInsOf({ council }: Sitting): string {
  const named = council?.stand_ins ?? [];
  return named.length === 0 ? say("two other members") : named.join(", ");
}

/** Whether members may search the web and read pages when they answer. */
function LookUp({
  wanted,
  usual,
  onSwitch,
}: {
  wanted: boolean | null;
  usual: boolean;
  onSwitch: (on: boolean) => void;
}) {
  const ready = (useSearchers().data ?? []).some((row) => row.in_use);
  return (
    <Toggle
      label={say("Look things up")}
      help={
        ready
          ? say("Members may search the web and read pages when they answer.")
          : say("No search service is set up; choose one in the settings under Searchers.")
      }
      on={ready && (wanted ?? usual)}
      disabled={!ready}
      onSwitch={onSwitch}
    />
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
    { name: "none", title: say("Nowhere"), off: false },
  ];
  return (
    <fieldset className={"row"}>
      <legend>{say("Where it is looked up first")}</legend>
      {ticks.map(({ name, title, off }) => (
        <label key={name} className="line touch">
          <input
            type="checkbox"
            checked={names.includes(name)}
            disabled={off}
            onChange={(event) => {
              turn(name, event.target.checked);
            }}
          />
          {off ? say("{title} (needs a key)", { title }) : title}
        </label>
      ))}
      {names.length === 0 && <p>{say("With nothing ticked, the settings decide.")}</p>}
    </fieldset>
  );
}
