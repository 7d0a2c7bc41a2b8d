// Which switches stand beside a protocol? Those it declares so, and what is done besides for whoever watches, whose price is
// in the estimate.
import { Toggle } from "@/controls/Switches";
import { Coded } from "@/controls/Coded";
import type { OptionField, OptionValue } from "@/councils/options";
import { titled } from "@/councils/words";
import { optionTitle } from "@/protocols/convene";
import type { Sitting } from "./sitting";

interface Given {
  sitting: Sitting;
  onOption: (name: string, value: OptionValue | undefined) => void;
}

interface Turned extends Given {
  which: (field: OptionField) => boolean;
}

function Turns({ sitting: { fields, base, options }, onOption, which }: Turned) {
  return fields
    .filter((field) => field.kind === "switch" && which(field))
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

export const Watched = (given: Given) => <Turns {...given} which={(field) => field.watched !== null} />;
export const InSight = (given: Given) => <Turns {...given} which={(field) => field.inSight} />;
