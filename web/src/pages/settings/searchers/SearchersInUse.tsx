// Choose the searchers of sessions that name none: those with a key, none, or the ones ticked here.
import { useState } from "react";
import { Choice, Toggle } from "@/controls/Switches";
import { say } from "@/language/say";
import type { Schemas } from "@/wire/types";
import { changeSetting, lockedBy, type SettingRow } from "../settings";
import { SavedNote, useSaving } from "../saving";
import css from "../settings.module.css";

type Which = "keyed" | "none" | "these";
const NONE = "none";

export function SearchersInUse({ row, rows }: { row: SettingRow; rows: readonly Schemas["SearcherRow"][] }) {
  const { saving, save } = useSaving();
  const stored = Array.isArray(row.value) ? row.value : [];
  const [choosing, choose] = useState(false);
  const names = stored.filter((name) => name !== NONE);
  const which: Which = names.length > 0 || choosing ? "these" : stored.includes(NONE) ? "none" : "keyed";
  const locked = lockedBy(row);
  const keep = (chosen: readonly string[]): void => {
    void save(() => changeSetting(row.name, chosen.length === 0 ? null : [...chosen]));
  };
  return (
    <section className={`${css["item"]} stack box ink plain slim`}>
      <h3>{say("Asked when a question names no searcher")}</h3>
      {locked === "" ? (
        <Choice<Which>
          label={say("Which searchers are asked")}
          unseen
          value={which}
          choices={[
            { value: "keyed", title: say("Those whose key is set") },
            { value: "these", title: say("The ones chosen here") },
            { value: "none", title: say("None") },
          ]}
          onChoose={(chosen) => {
            choose(chosen === "these"); // nothing is stored before one is ticked
            if (chosen !== "these") keep(chosen === "keyed" ? [] : [NONE]);
          }}
        />
      ) : (
        <p className="muted small measure">{locked}</p>
      )}
      {which === "these" &&
        rows.map((each) => (
          <Toggle
            key={each.name}
            label={each.title}
            help={
              names.length === 1 && names.includes(each.name)
                ? say("It is the only one. To ask nobody, choose None.")
                : undefined
            }
            on={names.includes(each.name)}
            disabled={locked !== "" || (names.length === 1 && names.includes(each.name))}
            onSwitch={(on) => {
              keep(on ? [...names, each.name] : names.filter((name) => name !== each.name));
            }}
          />
        ))}
      {saving.at !== "rest" && <SavedNote saving={saving} />}
    </section>
  );
}
