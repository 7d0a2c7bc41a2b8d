// Which council sits when a question names none? Chosen here, for every door; with what that means in models.
import { useMutation } from "@tanstack/react-query";
import { Select } from "@/controls/Field";
import { toast } from "@/controls/toasts";
import { Coded } from "@/controls/Coded";
import { namesOf, seatsOf } from "@/councils/roster";
import { useEndpoints } from "@/councils/shelf";
import { queries } from "@/hooks/queries";
import { say } from "@/language/say";
import { client, given, refusal } from "@/wire/client";
import type { CouncilList } from "@/wire/types";

export function DefaultCouncil({ list }: { list: CouncilList }) {
  const endpoints = useEndpoints().data ?? [];
  const { sitting, councils, why } = list;
  const gone = list.chosen !== "" && !councils.some(({ council }) => council.name === list.chosen);
  const { mutate, isPending, error } = useMutation({
    mutationFn: async (council: string) =>
      given(
        await client.PUT("/api/settings/{name}", { params: { path: { name: "council" } }, body: { value: council } }),
      ),
    onSuccess: async (changed, council) => {
      queries.setQueryData(["settings"], changed);
      await queries.invalidateQueries({ queryKey: ["councils"] });
      toast(
        council === ""
          ? say("Moot chooses the default council.")
          : say("{council} is the default council.", { council }),
      );
    },
  });
  return (
    <section className="stack" aria-busy={isPending}>
      <Select
        label={say("Default council")}
        value={list.chosen}
        help={say("Used wherever a question names no council.")}
        error={refusal(error)}
        onText={(name) => mutate(name)}
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
      <p className="muted small measure">
        {say("{sentence}.", { sentence: namesOf(seatsOf(sitting.seated.members, endpoints)) })} <Coded text={why} />
      </p>
    </section>
  );
}
