// The forms in which the server exports a session, Moot's own and those of installed packages.
import { useQuery } from "@tanstack/react-query";
import { client, given } from "@/wire/client";

export const useExports = () =>
  useQuery({
    queryKey: ["exports"],
    queryFn: async () => given(await client.GET("/api/exports")).exports,
    staleTime: Infinity,
  });
