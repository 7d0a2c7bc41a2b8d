// Read the result contract: the answer, who stands behind each of its sentences, and what speaks against it.
import { useQuery } from "@tanstack/react-query";
import { useMoment, useTransport } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { client, given } from "@/wire/client";

export interface Reason {
  text: string;
  by: readonly string[];
  passage: string;
}

export interface Sentence {
  text: string;
  /** Members whose answers support it, each with the passage that does, word for word. */
  by: readonly { seat: string; passage: string }[];
}

export interface Contract {
  answer: string | null;
  /** How sure it is, in words from counts. */
  confidence: string;
  reasons: readonly Reason[];
  dissent: readonly Reason[];
  would_change: readonly string[];
  sentences: readonly Sentence[];
  /** Where only some members were asked: how many, and what it costs to ask the others. */
  selective?: {
    asked: number;
    of: number;
    makers: number;
    cost: string;
    rest_cost: string | null;
    /** Whether those who were asked give the same answer. */
    agreed: boolean;
  } | null;
}

const NOTHING: Contract = { answer: null, confidence: "", reasons: [], dissent: [], would_change: [], sentences: [] };

/** What a document carries beside its own fields; absent where the server tells none. */
const carried = (document: object | null | undefined): Partial<Contract> | null =>
  (document as { result?: Partial<Contract> | null } | null | undefined)?.result ?? null;

/** The contract of a session that has ended; empty fields where nobody filled them. */
export function useContract(): Contract {
  const { id } = useSteering();
  const digest = useMoment(({ state }) => state.digest);
  const gist = useTransport((transport) => transport.gist);
  const own = carried(gist);
  const { data = null } = useQuery({
    queryKey: ["contract", id, digest],
    queryFn: async ({ signal }) =>
      carried(
        given(await client.GET("/api/sessions/{session}/state", { params: { path: { session: id ?? "" } }, signal })),
      ),
    enabled: id !== null && gist !== null && own === null,
    staleTime: Infinity,
    retry: false,
  });
  return { ...NOTHING, ...(own ?? data) };
}

/** Members with a verified passage for the answer; empty where it is not known. */
export const behind = ({ sentences }: Contract): ReadonlySet<string> =>
  new Set(sentences[0]?.by.map(({ seat }) => seat));
