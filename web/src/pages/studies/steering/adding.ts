// What can be added to a study, and what would it cost? Asked as the form changes; nothing is added before it is sent.
import { useQuery } from "@tanstack/react-query";
import { FORETELLING, SETTLES } from "@/councils/estimating";
import { useSettled } from "@/councils/settled";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";

export type ArmBody = Schemas["ArmBody"];
export type ArmEstimate = Schemas["AskingEstimate"];
export type Forkable = Schemas["Forkable"];

/** A body with every field the server knows: what is left out is as it was. */
export const armBody = (body: Partial<ArmBody>): ArmBody => ({
  name: "",
  of: "",
  stage: "",
  repeats: 0,
  adjudicators: [],
  chair: "",
  rubric: "",
  options: {},
  council: "",
  members: [],
  stand_ins: [],
  offices: {},
  protocol: "",
  system: "",
  ...body,
});

/** The arms that another one can be made of. */
export const useArmsToFork = (id: string) =>
  useQuery({
    queryKey: ["arms", id],
    queryFn: async ({ signal }) =>
      given(await client.GET("/api/studies/{study}/arms", { params: { path: { study: id } }, signal })).arms,
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** What the arm would cost as the form stands; nothing is asked of the server before it is filled in. */
export function useArmPrice(id: string, body: Partial<ArmBody> | null) {
  const wanted = body === null ? "" : JSON.stringify(armBody(body));
  const asked = useSettled(wanted, SETTLES);
  const found = useQuery({
    ...FORETELLING,
    queryKey: ["arms", id, "price", asked],
    queryFn: async ({ signal }) =>
      given(
        await client.POST("/api/studies/{study}/arms/estimate", {
          params: { path: { study: id } },
          body: JSON.parse(asked) as ArmBody,
          signal,
        }),
      ),
    enabled: asked !== "",
    refetchOnWindowFocus: false,
  });
  const fresh = asked === wanted && wanted !== "" && !found.isFetching;
  return { row: fresh ? found.data : undefined, error: fresh ? found.error : null, again: () => void found.refetch() };
}
