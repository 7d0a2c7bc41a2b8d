// What does the server hold besides sessions? Questions to it that several pages ask, each asked once.
import { QueryClient, useQuery } from "@tanstack/react-query";
import { client, given, Refused } from "@/wire/client";

export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      refetchOnWindowFocus: true,
      retry: (count, error) => count < 3 && !(error instanceof Refused && error.status >= 400 && error.status < 500),
    },
    mutations: { networkMode: "always" }, // the server may be on this machine
  },
});

export const useCouncils = () =>
  useQuery({ queryKey: ["councils"], queryFn: async () => given(await client.GET("/api/councils")) });

/** Whether the server is well; asked anew twice a minute, and every five seconds while something is wrong. */
export const useHealth = () =>
  useQuery({
    queryKey: ["health"],
    queryFn: async () => given(await client.GET("/api/health")),
    refetchInterval: (query) => (query.state.data?.storage ? 5_000 : 30_000),
    retry: false,
  });

export const useProtocols = () =>
  useQuery({
    queryKey: ["protocols"],
    queryFn: async () => given(await client.GET("/api/protocols")),
    staleTime: Infinity,
  });

/** The models that can be seated: those of this machine that were not fetched, or that nothing can run, are left out. */
export const useModels = () =>
  useQuery({
    queryKey: ["models"],
    queryFn: async () => given(await client.GET("/api/models")),
    select: (list) => ({
      ...list,
      models: list.models.filter(({ status }) => status !== "absent" && status !== "pulled"),
    }),
    staleTime: 60_000,
  });

/** The rubrics, whole; a page that may need none asks once it does. */
export const useRubrics = (wanted = true) =>
  useQuery({ queryKey: ["rubrics"], queryFn: async () => given(await client.GET("/api/rubrics")), enabled: wanted });
