// How is a session given to somebody to read? A token made by the server, shown once, with an end, taken back at will.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";

/** A share; what opens it is told only in the answer that made it. */
export type ShareRow = Schemas["SessionShare"];

const of = (session: string) => ({ params: { path: { session } } });

export const useShares = (session: string) =>
  useQuery({
    queryKey: ["shares", session],
    queryFn: async () => given(await client.GET("/api/shares", { params: { query: { session } } })).shares,
  });

export function useShare(session: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (body: { days: number | null; hide_prompts: boolean; earlier: boolean }) =>
      given(await client.POST("/api/sessions/{session}/shares", { ...of(session), body })),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["shares", session] }),
  });
}

export function useRevoke(session: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (share: string) => client.DELETE("/api/shares/{share}", { params: { path: { share } } }),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["shares", session] }),
  });
}
