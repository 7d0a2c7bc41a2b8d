// Which settings are there, and how is one changed? As the server has them; a change holds from the next question on.
import { useQuery } from "@tanstack/react-query";
import { queries } from "@/hooks/queries";
import { say } from "@/language/say";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";

export type SettingRow = Schemas["SettingRow"];
export type SettingValue = SettingRow["value"];

export const useSettings = () =>
  useQuery({
    queryKey: ["settings"],
    queryFn: async () => given(await client.GET("/api/settings")),
    staleTime: 30_000,
  });

export async function changeSetting(name: string, value: SettingValue): Promise<void> {
  const path = { name };
  const changed = given(await client.PUT("/api/settings/{name}", { params: { path }, body: { value } }));
  queries.setQueryData(["settings"], changed);
  await queries.invalidateQueries({ queryKey: ["searchers"] });
}

/** Why a setting cannot be changed here; empty where it can. */
export const lockedBy = (row: SettingRow): string =>
  row.origin === "environment"
    ? say("It is set by the variable {variable} in the environment of the server, and can only be changed there.", {
        variable: row.variable,
      })
    : "";
