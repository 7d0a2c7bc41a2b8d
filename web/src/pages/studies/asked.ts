// What is asked of the server about studies? How far they are, again and again while one runs; figures once they are made.
import { keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";

export type StudyRow = Schemas["StudyRow"];
export type StudyHead = Schemas["StudyHead"];
export type Report = Schemas["StudyReport"];
export type Figure = Schemas["Figure"];
export type MatrixPage = Schemas["MatrixPage"];
export type RestEstimate = Schemas["AskingEstimate"];
export type RetryEstimate = Schemas["AskingEstimate"];
export type Only = "" | "differs" | "degraded";

/** Milliseconds after which a study that runs is asked for again. */
const WHILE_RUNNING = 2_000;
/** The same where nobody asks it: another process may begin to. */
const AT_REST = 20_000;
const PAGE = 50;

export const useStudies = () =>
  useQuery({
    queryKey: ["studies", "list"],
    queryFn: async () => given(await client.GET("/api/studies")).studies,
    refetchInterval: ({ state }) =>
      state.data?.some((each) => each.state === "running") === true ? WHILE_RUNNING : AT_REST,
  });

export const useStudy = (study: string) =>
  useQuery({
    queryKey: ["studies", "head", study],
    queryFn: async () => given(await client.GET("/api/studies/{study}", { params: { path: { study } } })),
    refetchInterval: ({ state }) => (state.data?.study.state === "running" ? WHILE_RUNNING : AT_REST),
  });

/** How far a study is, in one word that changes whenever something of it ended. */
export const stampOf = ({ study }: StudyHead): string =>
  [study.done, study.degraded, study.failed, study.arms].map(String).join(" ");

export const useFigures = (study: string, primary: string, stamp: string) =>
  useQuery({
    queryKey: ["studies", "figures", study, primary, stamp],
    queryFn: async () =>
      given(
        await client.GET("/api/studies/{study}/figures", {
          params: { path: { study }, ...(primary === "" ? {} : { query: { primary } }) },
        }),
      ),
    placeholderData: keepPreviousData,
    retry: false,
  });

export const useMatrix = (study: string, only: Only, stamp: string) =>
  useInfiniteQuery({
    queryKey: ["studies", "matrix", study, only, stamp],
    queryFn: async ({ pageParam: after }) => {
      const query = { only, after, limit: PAGE };
      return given(await client.GET("/api/studies/{study}/matrix", { params: { path: { study }, query } }));
    },
    initialPageParam: 0,
    getNextPageParam: (last) => last.next,
    placeholderData: keepPreviousData,
  });

/** What going on with what is left would take, and under which budget it does; looked up once for each standing. */
export const useRest = (id: string, stamp: string, wanted: boolean) =>
  useQuery({
    queryKey: ["studies", "rest", id, stamp],
    queryFn: async ({ signal }) =>
      given(await client.POST("/api/studies/{study}/go-on/estimate", { params: { path: { study: id } }, signal })),
    enabled: wanted,
    retry: false,
    refetchOnWindowFocus: false,
  });

/** What asking again what failed would take, as it stands when somebody is about to. */
export const useRetryPrice = (id: string, degraded: boolean) =>
  useQuery({
    queryKey: ["retry", id, degraded],
    queryFn: async ({ signal }) => {
      const params = { path: { study: id } };
      return given(await client.POST("/api/studies/{study}/retry/estimate", { params, body: { degraded }, signal }));
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

export const studyAddress = (study: string, part = ""): string => `/studies/${study}${part === "" ? "" : `/${part}`}`;
