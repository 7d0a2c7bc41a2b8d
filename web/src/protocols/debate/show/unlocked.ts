// What did models earn for the first time? The server knows, which has the debates before; a page without one shows all alike.
import { useQuery } from "@tanstack/react-query";
import { client, given } from "@/wire/client";

const NOTHING: ReadonlySet<string> = new Set();

/** The achievements of a session that were new to a model, as `NAME MODEL`. */
export function useUnlocked(id: string): ReadonlySet<string> {
  const { data } = useQuery({
    queryKey: ["session", id, "unlocked"],
    staleTime: Infinity,
    queryFn: async () => {
      const path = { session: id };
      const { records } = given(await client.GET("/api/sessions/{session}", { params: { path } }));
      const earned = records?.achievements ?? [];
      return new Set(
        earned.filter(({ first }) => first).flatMap(({ slug, models }) => models.map((model) => `${slug} ${model}`)),
      );
    },
  });
  return data ?? NOTHING;
}
