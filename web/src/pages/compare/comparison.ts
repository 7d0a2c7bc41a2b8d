// What does the server say of two sessions, and of the one that is to be compared? Asked again while one of them runs.
import { useQuery } from "@tanstack/react-query";
import { client, given, Refused } from "@/wire/client";
import type { Schemas } from "@/wire/types";

export type SideBySide = Schemas["SideBySide"];
export type Difference = Schemas["Difference"];
export type Side = Schemas["Side"];
export type MemberPair = Schemas["MemberPair"];
export type WordDiff = Schemas["WordDiff"];

const RUNS_EVERY = 4000;
const open = (side: Side): boolean => side.outcome === "running" || side.outcome === "waiting";

export const useComparison = (a: string, b: string) =>
  useQuery({
    queryKey: ["compare", a, b],
    queryFn: async ({ signal }) =>
      given(
        await client.GET("/api/sessions/{session}/compare/{other}", {
          params: { path: { session: a, other: b } },
          signal,
        }),
      ),
    refetchInterval: ({ state }) =>
      state.data !== undefined && [state.data.sides.a, state.data.sides.b].some(open) ? RUNS_EVERY : false,
  });

/** Sessions one of which may be chosen, newest first; `q` are words that were asked or said. */
export const useChoices = (q: string) =>
  useQuery({
    queryKey: ["sessions", "choices", q],
    queryFn: async ({ signal }) =>
      given(await client.GET("/api/sessions", { params: { query: { q, limit: 40 } }, signal })).sessions,
    placeholderData: (before) => before,
  });

/** Whether somebody was there who is gone, or never was: another one can be chosen. */
export const isGone = (error: unknown): boolean => error instanceof Refused && error.status === 404;
