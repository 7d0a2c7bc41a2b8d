// What would a question cost, asked as its form changes? And is its budget too small to begin?
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { bodiesOf, type Attached } from "@/hooks/attachments";
import { money } from "./money";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { EstimateRow, Problem, SessionBody } from "@/wire/types";
import { useSettled } from "./settled";

/** Files beyond this are not sent for an estimate. */
const ESTIMATED_BYTES = 2_000_000;
export const SETTLES = 400;
/** How what is asked anew with every change is kept: the last figures stand until the next are there. */
export const FORETELLING = {
  placeholderData: keepPreviousData,
  staleTime: 60_000,
  gcTime: 60_000,
  retry: false,
} as const;

export interface Estimated {
  row: EstimateRow | undefined;
  problem: Problem | null;
  busy: boolean;
  /** Files too large to be weighed. */
  unweighed: boolean;
}

/** What the question would cost as it stands; a change while it is asked takes the asking back. */
export function useEstimate(body: SessionBody, files: readonly Attached[], ready: boolean): Estimated {
  const wanted = JSON.stringify({ ...body, question: body.question === "" ? "?" : body.question });
  const asked = useSettled(wanted, SETTLES);
  const weight = files.reduce((sum, file) => sum + file.size, 0);
  const weighed = weight <= ESTIMATED_BYTES ? files : [];
  const found = useQuery({
    queryKey: ["estimate", asked, weighed.map((file) => file.id).join()],
    queryFn: async ({ signal }) => {
      const parsed = JSON.parse(asked) as SessionBody;
      const put = {
        ...parsed,
        ...(await bodiesOf(weighed)),
        ...(parsed.follows == null ? { conversation: "new" } : {}),
      };
      return given(await client.POST("/api/estimate", { body: put, signal }));
    },
    enabled: ready && asked === wanted, // until it settles, what was asked last may be a form that was not whole
    ...FORETELLING,
  });
  return {
    row: found.data,
    problem: found.error === null ? null : problemFrom(found.error),
    busy: found.isFetching || (ready && asked !== wanted),
    unweighed: weight > ESTIMATED_BYTES,
  };
}

/** Why nothing can begin with this budget; empty where it can, or nobody can say. */
export function tooLittleOf({ budget }: SessionBody, row: EstimateRow | undefined): string {
  const least = row?.least ?? null;
  if (row === undefined || least === null) return "";
  // With none here that of the settings holds, which the server alone knows.
  if (typeof budget !== "number") return row.lacking_of === "session" ? row.lacking : "";
  if (budget >= least) return "";
  const said = say("A budget of {budget} is too small: this takes at least {least}.", {
    budget: money(budget),
    least: money(least),
  });
  return row.least_because === "" ? said : `${said} ${row.least_because}`;
}

/** The smallest budget in words, where the one that was chosen is near it; empty elsewhere. */
export function leastWords(budget: number | null | undefined, least: number | null): string {
  if (budget == null || least === null || budget < least || budget > NEAR * least) return "";
  return say("The smallest that works now is {least}.", { least: money(least) });
}
const NEAR = 2;

/** As it is typed: never with an exponent. */
export const plainAmount = (dollars: number): string => dollars.toFixed(9).replace(/\.?0+$/, "");
