// How does a question reach the server, once? And what would it cost, asked as the form changes?
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useSettled } from "@/councils/settled";
import { freshKey } from "@/hooks/once";
import { client, given, problemFrom } from "@/wire/client";
import type { EstimateRow, Problem, SessionBody } from "@/wire/types";
import { bodiesOf, type Attached } from "@/hooks/attachments";

/** Files beyond this are not sent for an estimate. */
const ESTIMATED_BYTES = 2_000_000;
const SETTLES = 400;

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
      const attachments = await bodiesOf(weighed);
      const put = { ...parsed, conversation: "new", attachments };
      return given(await client.POST("/api/estimate", { body: put, signal }));
    },
    enabled: ready,
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    gcTime: 60_000,
    retry: false,
  });
  return {
    row: found.data,
    problem: found.error === null ? null : problemFrom(found.error),
    busy: found.isFetching || (ready && asked !== wanted),
    unweighed: weight > ESTIMATED_BYTES,
  };
}

/** Sends a question; sent again unchanged, by a double click or after a lost answer, it opens the same session. */
export function useConvening(): (body: SessionBody, files: readonly Attached[]) => Promise<string> {
  const once = useRef({ of: "", key: "" });
  return async (body, files) => {
    const of = JSON.stringify([body, files.map((file) => file.id)]);
    if (once.current.of !== of) once.current = { of, key: freshKey() };
    const sent = { ...body, conversation: "new", attachments: await bodiesOf(files) };
    const params = { header: { "Idempotency-Key": once.current.key } };
    const opened = given(await client.POST("/api/sessions", { body: sent, params }));
    once.current = { of: "", key: "" };
    return opened.session;
  };
}
