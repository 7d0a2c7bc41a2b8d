// Which council sits when a question names none? Chosen here, for every door; with what that means in models.
import { useState } from "react";
import { Select } from "@/controls/Field";
import { toast } from "@/controls/toasts";
import { Coded } from "@/controls/Coded";
import { namesOf, seatsOf } from "@/councils/roster";
import { useEndpoints } from "@/councils/shelf";
import { queries } from "@/hooks/queries";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { CouncilList } from "@/wire/types";
import css from "../settings.module.css";

export function DefaultCouncil({ list }: { list: CouncilList }) {
  const endpoints = useEndpoints().data ?? [];
  const [busy, setBusy] = useState(false);
  const [fault, refuse] = useState("");
  const { sitting, councils, why } = list;
  const gone = list.chosen !== "" && !councils.some(({ council }) => council.name === list.chosen);
  const choose = async (council: string): Promise<void> => {
    setBusy(true);
    refuse("");
    try {
      const changed = given(await client.PUT("/api/default-council", { body: { council } }));
      queries.setQueryData(["councils"], changed);
      toast(
        council === ""
          ? say("Moot chooses the default council.")
          : say("{council} is the default council.", { council }),
      );
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      refuse(`${message} ${remedy}`);
    } finally {
      setBusy(false);
    }
  };
  return (
    <section className={css["group"]} aria-busy={busy}>
      <Select
        label={say("Default council")}
        value={list.chosen}
        help={say("Used wherever a question names no council.")}
        error={fault === "" ? undefined : fault}
        onText={(name) => void choose(name)}
      >
        <option value="">{say("Moot chooses")}</option>
        {gone && (
          <option value={list.chosen}>
            {say("{council} (there is no such council any more)", { council: list.chosen })}
          </option>
        )}
        {councils.map(({ council }) => (
          <option key={council.name}>{council.name}</option>
        ))}
      </Select>
      <p className={css["muted"]}>
        {say("{sentence}.", { sentence: namesOf(seatsOf(sitting.seated.members, endpoints)) })} <Coded text={why} />
      </p>
    </section>
  );
}
