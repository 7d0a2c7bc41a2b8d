// What is done besides for whoever watches, and may be left out? A switch for each; its price is in the estimate.
import { Toggle } from "@/controls/Switches";
import { Coded } from "@/controls/Coded";
import type { OptionValue } from "@/councils/options";
import { titled } from "@/councils/words";
import { optionTitle } from "@/protocols/convene";
import type { Sitting } from "./sitting";

interface Given {
  sitting: Sitting;
  onOption: (name: string, value: OptionValue | undefined) => void;
}

export function Watched({ sitting: { fields, base, options }, onOption }: Given) {
  return fields
    .filter((field) => field.watched !== null && field.kind === "switch")
    .map(({ name, plain, says }) => (
      <Toggle
        key={name}
        label={optionTitle(name) ?? titled(name)}
        help={<Coded text={says} />}
        on={(options[name] ?? base[name] ?? plain) === true}
        onSwitch={(on) => {
          onOption(name, on);
        }}
      />
    ));
}
