// Which standings does the address ask for? Kind of voices, council and first day stand in it, so that a link shows the same.
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";

export type Leaderboard = Schemas["Leaderboard"];
export type BoardModel = Schemas["BoardModel"];
export type ModelReport = Schemas["ModelReport"];
export type HeadToHead = Schemas["HeadToHead"];
export type Achievement = Schemas["Achievement"];

export type Voices = "models" | "scripted";

export interface Wanted {
  voices: Voices;
  since: string;
  /** The council's name; empty for all. */
  council: string;
}

/** What of the address holds for every list. */
export type Whose = Pick<Wanted, "voices" | "council">;

export function wantedOf(search: URLSearchParams): Wanted {
  return {
    voices: search.get("voices") === "scripted" ? "scripted" : "models",
    since: /^\d{4}-\d\d-\d\d$/.test(search.get("since") ?? "") ? (search.get("since") ?? "") : "",
    council: search.get("council") ?? "",
  };
}

/** The same as an address has it; what is as by default is left out. */
export function searchOf({ voices, since, council }: Wanted): Record<string, string> {
  return {
    ...(voices === "scripted" ? { voices } : {}),
    ...(since === "" ? {} : { since }),
    ...(council === "" ? {} : { council }),
  };
}

export const modelAddress = (model: string): string => `/analytics/model/${encodeURIComponent(model)}`;

export const pairAddress = (a: string, b: string): string =>
  `/analytics/pair/${encodeURIComponent(a)}/${encodeURIComponent(b)}`;

/** A model's id out of an address: the router leaves it as it was written there. */
export function modelIn(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // no address of ours; whoever looks it up says that nobody knows it
  }
}

/** Where a replay stands at a moment. */
export const momentAddress = (session: string, t: number): string => `/s/${session}?t=${String(t / 1000)}`;

/** The same figures as a table, from the server. */
export function tableAddress(what: string, asked: Record<string, string | number | boolean | undefined>): string {
  const all: typeof asked = { format: "csv", ...asked };
  const given = Object.entries(all).filter(([, value]) => value !== undefined && value !== "" && value !== false);
  const search = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
  return `/api/${what}?${search}`;
}

const KEPT = { placeholderData: keepPreviousData, staleTime: 30_000 };

/** What of these is not as by default, as the server is asked. */
const told = (named: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(named).filter(([, value]) => value !== ""));

export const useBoard = ({ voices, since, council }: Wanted) =>
  useQuery({
    ...KEPT,
    queryKey: ["standings", "board", voices, since, council],
    queryFn: async () => {
      const query = { scripted: voices === "scripted", ...told({ since, council }) };
      return given(await client.GET("/api/analytics/leaderboard", { params: { query } }));
    },
  });

export const useModel = (model: string) =>
  useQuery({
    staleTime: 30_000,
    queryKey: ["standings", "model", model],
    queryFn: async () => given(await client.GET("/api/analytics/models/{model}", { params: { path: { model } } })),
  });

export const usePair = (a: string, b: string) =>
  useQuery({
    staleTime: 30_000,
    queryKey: ["standings", "pair", a, b],
    queryFn: async () => given(await client.GET("/api/analytics/head-to-head", { params: { query: { a, b } } })),
  });

export const useAchievements = ({ voices, council }: Whose) =>
  useQuery({
    ...KEPT,
    queryKey: ["standings", "achievements", voices, council],
    queryFn: async () => {
      const query = { scripted: voices === "scripted", latest: true, most: 200, ...told({ council }) };
      return given(await client.GET("/api/achievements", { params: { query } }));
    },
  });
