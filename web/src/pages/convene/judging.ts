// By which rubric is judged? Rubrics are long, so they are asked for once a protocol is chosen that takes one.
import { useRubrics } from "@/hooks/queries";
import type { RubricRow } from "@/wire/types";
import type { Sitting } from "./sitting";

export interface Judging {
  rubrics: readonly RubricRow[];
  /** The one it is judged by; null where none is, and until it is known. */
  chosen: RubricRow | null;
}

export function useJudging({ protocol, judged }: Sitting): Judging {
  const takes = protocol?.takes_rubric === true;
  const { data } = useRubrics(takes);
  if (!takes || data === undefined) return { rubrics: [], chosen: null };
  const name = judged === "" ? data.default : judged;
  return { rubrics: data.rubrics, chosen: data.rubrics.find(({ rubric }) => rubric.name === name) ?? null };
}
