// What is known of a rubric that is being written? Whether it can be used, and which rule some measures would meet.
import { useQuery, keepPreviousData } from "@tanstack/react-query";
import { queries } from "@/hooks/queries";
import { client } from "@/wire/client";
import type { Rubric, RubricRow } from "@/wire/types";
import { ask } from "../asking";

export interface MeasureRow {
  name: string;
  says: string;
  kind: string;
  choices: string[];
}
export interface RubricChecked {
  rubric: Rubric | null;
  error: string;
  line: number | null;
  remedy: string;
  idle: string[];
  measures: MeasureRow[];
}
export interface RubricRuled {
  verdict_class: string;
  certainty: string;
  rule: number;
  says: string;
  withheld: boolean;
  error: string;
}

export const useChecked = (text: string) =>
  useQuery({
    queryKey: ["rubric-check", text],
    queryFn: () => ask<RubricChecked>("/api/rubrics/check", { text }),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

export const useRuled = (text: string, measures: Readonly<Record<string, number | string>>, ready: boolean) =>
  useQuery({
    queryKey: ["rubric-preview", text, measures],
    queryFn: () => ask<RubricRuled>("/api/rubrics/preview", { text, measures }),
    enabled: ready,
    placeholderData: keepPreviousData,
    staleTime: Infinity,
    gcTime: 60_000,
    retry: false,
  });

export async function keepRubric(name: string, text: string): Promise<RubricRow> {
  const row = await ask<RubricRow>(`/api/rubrics/${encodeURIComponent(name)}/text`, { text }, "PUT");
  await queries.invalidateQueries({ queryKey: ["rubrics"] });
  return row;
}

export async function dropRubric(name: string): Promise<void> {
  await client.DELETE("/api/rubrics/{name}", { params: { path: { name } } });
  await queries.invalidateQueries({ queryKey: ["rubrics"] });
}
