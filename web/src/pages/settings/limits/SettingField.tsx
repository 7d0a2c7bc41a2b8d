// How is one setting changed? It is kept when its field is left; one that the environment sets says so and stays.
import { useState } from "react";
import { Button } from "@/controls/Button";
import { TextField } from "@/controls/Field";
import { Toggle } from "@/controls/Switches";
import { say } from "@/language/say";
import { changeSetting, lockedBy, type SettingRow, type SettingValue } from "../settings";
import { SavedNote, useSaving } from "../saving";
import css from "../settings.module.css";

interface Given {
  row: SettingRow;
  label: string;
  help: string;
}

/** What was typed as a value, or what is wrong with it. */
type Read = { value: SettingValue } | { fault: string };

interface Typed extends Given {
  /** What an empty field means. */
  placeholder: string;
  read: (text: string) => Read;
  /** A number's field shows the keys for numbers on a telephone. */
  decimal?: boolean;
}

const shown = (value: SettingValue): string => (value === null ? "" : String(value));

export function SettingText({ row, label, help, placeholder, read, decimal = false }: Typed) {
  const [typed, type] = useState<string | null>(null);
  const [fault, blame] = useState("");
  const { saving, save, rest } = useSaving();
  const locked = lockedBy(row);
  const keep = async (text: string): Promise<void> => {
    if (text.trim() === shown(row.value)) {
      type(null);
      return;
    }
    const found = text.trim() === "" ? { value: null } : read(text.trim());
    if ("fault" in found) {
      blame(found.fault);
      return;
    }
    if (await save(() => changeSetting(row.name, found.value))) type(null);
  };
  const refused = saving.at === "refused" ? `${saving.problem.message} ${saving.problem.remedy}` : fault;
  return (
    <div className={`${css["setting"]} at-start grid`}>
      <TextField
        label={label}
        help={locked === "" ? help : `${help} ${locked}`}
        value={typed ?? shown(row.value)}
        readOnly={locked !== ""}
        placeholder={placeholder}
        error={refused === "" ? undefined : refused}
        inputMode={decimal ? "decimal" : "text"}
        aside={saving.at === "refused" ? undefined : <SavedNote saving={saving} />}
        onText={(text) => {
          rest();
          blame("");
          type(text);
        }}
        onBlur={() => {
          if (typed !== null) void keep(typed);
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" && typed !== null) void keep(typed);
        }}
      />
      {row.origin === "file" && (
        <Button
          kind="quiet"
          aria-label={say("Reset {label}", { label })}
          onClick={() => {
            type(null);
            blame("");
            void save(() => changeSetting(row.name, null));
          }}
        >
          {say("Reset")}
        </Button>
      )}
    </div>
  );
}

export function SettingSwitch({ row, label, help }: Given) {
  const { saving, save } = useSaving();
  const locked = lockedBy(row);
  return (
    <div>
      <Toggle
        label={label}
        help={locked === "" ? help : `${help} ${locked}`}
        on={row.value === true}
        disabled={locked !== ""}
        onSwitch={(on) => {
          void save(() => changeSetting(row.name, on));
        }}
      />
      {saving.at !== "rest" && <SavedNote saving={saving} />}
    </div>
  );
}

/** Dollars or seconds; a comma may stand for the point. */
export function numberFrom(text: string, { above = 0, zero = true } = {}): Read {
  const value = Number(text.replace(/^\$\s*/, "").replace(",", "."));
  if (!Number.isFinite(value)) return { fault: say("Enter a number, such as 2.50.") };
  if (value < above || (!zero && value === above)) return { fault: say("Enter a number above 0.") };
  return { value };
}
