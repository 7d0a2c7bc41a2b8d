// Ask a model to write from the points that were picked, once, and estimate the cost.
import { useQuery } from "@tanstack/react-query";
import { useRef } from "react";
import { useSettled } from "@/councils/settled";
import { freshKey } from "@/hooks/once";
import { client, given } from "@/wire/client";

const SETTLES = 500;

/** What it would cost; what was found for other points says nothing. */
export function useWritingPrice(session: string, points: string, chair: string) {
  const wanted = points.trim() === "" || !/^[^\s/]+\/\S+$/.test(chair.trim()) ? "" : JSON.stringify([points, chair]);
  const asked = useSettled(wanted, SETTLES);
  const found = useQuery({
    queryKey: ["write-up", session, asked],
    queryFn: async ({ signal }) =>
      given(
        await client.POST("/api/sessions/{session}/write-up/estimate", {
          params: { path: { session } },
          body: { points, chair: chair.trim() },
          signal,
        }),
      ),
    enabled: asked !== "" && asked === wanted,
    retry: false,
    gcTime: 60_000,
  });
  return {
    ready: wanted !== "",
    row: asked === wanted && wanted !== "" ? found.data : undefined,
    error: asked === wanted && wanted !== "" ? found.error : null,
  };
}

/** Opens the session in which it writes; asked twice with the same words it opens one. */
export function useWriting(session: string): (points: string, chair: string) => Promise<string> {
  const once = useRef({ of: "", key: "" });
  return async (points, chair) => {
    const of = JSON.stringify([points, chair]);
    if (once.current.of !== of) once.current = { of, key: freshKey() };
    const params = { path: { session }, header: { "Idempotency-Key": once.current.key } };
    const body = { points, chair: chair.trim() };
    return given(await client.POST("/api/sessions/{session}/write-up", { params, body })).session;
  };
}
