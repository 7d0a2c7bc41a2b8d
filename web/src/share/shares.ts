// How is a session given to somebody to read? A token made by the server, shown once, with an end, taken back at will.
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { Refused, refusedFrom, unreachable } from "@/wire/client";

/** A share; its token is there only in the answer that made it. */
export interface ShareRow {
  share: string;
  session: string;
  token?: string | null;
  address?: string;
  created: string;
  expires: string | null;
  hide_prompts: boolean;
}

async function asked<T>(method: string, address: string, body?: object): Promise<T> {
  const headers = { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) };
  let response: Response;
  try {
    response = await fetch(address, { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  } catch (error) {
    throw error instanceof Refused ? error : unreachable();
  }
  if (!response.ok) throw await refusedFrom(response);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const of = (session: string): string => `/api/sessions/${encodeURIComponent(session)}/shares`;

export const useShares = (session: string) =>
  useQuery({
    queryKey: ["shares", session],
    queryFn: async () => (await asked<{ shares: ShareRow[] }>("GET", of(session))).shares,
  });

export function useShare(session: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (wish: { days: number | null; hide_prompts: boolean }) => asked<ShareRow>("POST", of(session), wish),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["shares", session] }),
  });
}

export function useRevoke(session: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (share: string) => asked<undefined>("DELETE", `/api/shares/${encodeURIComponent(share)}`),
    onSuccess: () => queries.invalidateQueries({ queryKey: ["shares", session] }),
  });
}
