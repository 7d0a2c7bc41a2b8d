// What lies on the server's shelves besides councils? Endpoints and searchers; and what a question would cost.
import { useQuery } from "@tanstack/react-query";
import { client, given } from "@/wire/client";

export const useEndpoints = () =>
  useQuery({
    queryKey: ["endpoints"],
    queryFn: async () => given(await client.GET("/api/endpoints")).endpoints,
    staleTime: 30_000,
  });

export const useSearchers = () =>
  useQuery({
    queryKey: ["searchers"],
    queryFn: async () => given(await client.GET("/api/searchers")).searchers,
    staleTime: 30_000,
  });
