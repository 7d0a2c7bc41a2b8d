// Who is asked next, and how? The same council by the same protocol, until another is chosen.
import { useState } from "react";
import { Disclosure } from "@/controls/Disclosure";
import { Select } from "@/controls/Field";
import type { Otherwise as Chosen } from "@/hooks/asking";
import { useCouncils, useProtocols } from "@/hooks/queries";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { stageTitle } from "@/playback/keys";
import type { CouncilRow, ProtocolRow } from "@/wire/types";

interface Given {
  chosen: Chosen;
  onChoose: (chosen: Chosen) => void;
}

export function Otherwise({ chosen, onChoose }: Given) {
  const [open, unfold] = useState(false);
  const same = chosen.council === "" && chosen.protocol === "";
  return (
    <Disclosure
      title={say("Council and protocol")}
      note={same ? say("the same as before") : [chosen.council, stageTitle(chosen.protocol)].filter(Boolean).join(", ")}
      open={open}
      onOpen={unfold}
    >
      {open && <Choices chosen={chosen} onChoose={onChoose} />}
    </Disclosure>
  );
}

function Choices({ chosen, onChoose }: Given) {
  const councils = useCouncils().data?.councils ?? [];
  const protocols = useProtocols().data?.protocols ?? [];
  const now = useMoment(({ state }) => state.protocol);
  const choose = (changed: Partial<Chosen>): void => {
    const next = { ...chosen, ...changed };
    onChoose({ ...next, options: usualOf(next, now, councils, protocols) });
  };
  return (
    <div className="sides">
      <Select
        label={say("Council")}
        value={chosen.council}
        onText={(council) => {
          choose({ council });
        }}
      >
        <option value="">{say("The same council")}</option>
        {councils.map(({ council: { name } }) => (
          <option key={name}>{name}</option>
        ))}
      </Select>
      <Select
        label={say("Protocol")}
        value={chosen.protocol}
        onText={(protocol) => {
          choose({ protocol });
        }}
      >
        <option value="">{chosen.council === "" ? say("The same protocol") : say("The council's own")}</option>
        {protocols.map(({ protocol }) => (
          <option key={protocol} value={protocol}>
            {stageTitle(protocol)}
          </option>
        ))}
      </Select>
    </div>
  );
}

/** What is usual where somebody watches, for what the council leaves open. */
function usualOf(
  { council, protocol }: Chosen,
  now: string,
  councils: readonly CouncilRow[],
  protocols: readonly ProtocolRow[],
): Chosen["options"] {
  const seated = councils.find((row) => row.council.name === council)?.council;
  const way = protocol || (seated?.protocol ?? now);
  const row = protocols.find((each) => each.protocol === way);
  const { properties = {} } = (row?.options ?? {}) as { properties?: Record<string, { "x-watched"?: boolean }> };
  const set = seated?.protocol === way ? seated.options : {};
  return Object.fromEntries(
    Object.entries(properties).flatMap(([name, shape]) =>
      shape["x-watched"] === undefined || name in set ? [] : [[name, shape["x-watched"]]],
    ),
  );
}
