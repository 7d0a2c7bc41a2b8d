// What is known of a rubric that is being written? Whether it can be used.
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { queries } from "@/hooks/queries";
import { client, given } from "@/wire/client";
import type { RubricRow, Schemas } from "@/wire/types";

export type RubricChecked = Schemas["RubricChecked"];

export const useChecked = (text: string) =>
  useQuery({
    queryKey: ["rubric-check", text],
    queryFn: async () => given(await client.POST("/api/rubrics/check", { body: { text } })),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

export async function keepRubric(name: string, text: string): Promise<RubricRow> {
  const row = given(await client.PUT("/api/rubrics/{name}", { params: { path: { name } }, body: { text } }));
  await queries.invalidateQueries({ queryKey: ["rubrics"] });
  return row;
}

export async function dropRubric(name: string): Promise<void> {
  await client.DELETE("/api/rubrics/{name}", { params: { path: { name } } });
  await queries.invalidateQueries({ queryKey: ["rubrics"] });
}
