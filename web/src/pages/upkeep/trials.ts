// Which voters are being tried out, and what would that take? Asked again while one is; what it showed fills the page.
import { useQuery } from "@tanstack/react-query";
import { queries } from "@/hooks/queries";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { done } from "./asked";

export type Trial = Schemas["TrialRow"];
export type Ahead = Schemas["TrialAhead"];

const KEY = ["trials"];
/** Milliseconds between two looks while somebody is tried out. */
const LOOKS = 1_000;

const isRunning = ({ state }: Trial): boolean => state === "running";

async function look(): Promise<Trial[]> {
  const before = queries.getQueryData<Trial[]>(KEY) ?? [];
  const { trials } = given(await client.GET("/api/upkeep/trials"));
  const running = new Set(trials.filter(isRunning).map(({ voter }) => voter));
  if (before.some((each) => isRunning(each) && !running.has(each.voter)))
    void queries.invalidateQueries({ queryKey: ["upkeep"] });
  return trials;
}

export const useTrials = () =>
  useQuery({
    queryKey: KEY,
    queryFn: look,
    refetchInterval: ({ state }) => (state.data?.some(isRunning) === true ? LOOKS : false),
  });

export const useAhead = (voter: string) =>
  useQuery({
    queryKey: ["trials", "ahead", voter],
    queryFn: async () => given(await client.POST("/api/upkeep/trials/estimate", { body: { voter } })),
    gcTime: 0,
    retry: false,
  });

const put = (row: Trial): void => {
  queries.setQueryData<Trial[]>(KEY, (known = []) => [...known.filter(({ voter }) => voter !== row.voter), row]);
};

/** Begins it; all its runs together cost no more than was told, where that is known. */
export const begin = (voter: string, budget: number | null): Promise<void> =>
  done(async () => {
    put(given(await client.POST("/api/upkeep/trials", { body: { voter, budget } })));
  });

export const stop = (voter: string): Promise<void> =>
  done(async () => {
    put(given(await client.POST("/api/upkeep/trials/{voter}/stop", { params: { path: { voter } } })));
  });
