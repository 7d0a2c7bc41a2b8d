// Which conversations are there? Lists of them, kept true: the tab's one connection tells when any has changed.
import { useInfiniteQuery, useQuery, useQueryClient, type InfiniteData, type QueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useRoute } from "wouter";
import { wordsOf } from "@/language/names";
import { locale, say } from "@/language/say";
import { hub } from "@/playback/live/hub";
import { client, given, problemFrom, Refused } from "@/wire/client";
import type { Schemas, SessionRow } from "@/wire/types";

export type RowState =
  "running" | "waiting" | "interrupted" | "verdict" | "inconclusive" | "failed" | "stopped" | "out_of_budget";

/** What each state is called. */
export const STATE_WORDS: Record<RowState, string> = {
  running: say("in session"),
  waiting: say("waiting for a person"),
  interrupted: say("interrupted"),
  verdict: say("verdict"),
  inconclusive: say("withheld"),
  failed: say("failed"),
  stopped: say("stopped"),
  out_of_budget: say("out of budget"),
};
export const STATES = Object.keys(STATE_WORDS) as RowState[];
export const stateWords = (state: string): string => STATE_WORDS[state as RowState] ?? wordsOf(state);

export type Source = SessionRow["source"];
/** What each way of asking is called. */
export const SOURCE_WORDS: Record<Source, string> = {
  terminal: say("terminal"),
  browser: say("browser"),
  api: "API",
  imported: say("imported"),
};
export const SOURCES = Object.keys(SOURCE_WORDS) as Source[];

export interface Wanted {
  q: string;
  state: readonly RowState[];
  protocol: string;
  source: Source | "";
  /** Only pinned ones, only the others, or both. */
  pinned?: boolean;
  /** Those that studies asked, too; they are searched by words in any case. */
  studies?: boolean;
}

const LATE = 30;
const PAGE = 50;
/** Pinned ones that are shown. */
const PINNED = 100;
/** Changes that follow each other closely are asked for once. */
const SETTLE = 400;
/** A running session changes with every word that is kept: lists are asked anew this often at most. */
const EVERY = 4000;

/** A conversation in a list: its latest session, under the conversation's name and with all it has cost. */
export interface TalkRow extends SessionRow {
  turns: number;
}

const rowOf = ({
  latest,
  title,
  turns,
  conversation,
  updated,
  cost,
  at_most,
  unknown,
  pinned,
}: Schemas["TalkRow"]): TalkRow => ({
  ...latest,
  ...{ title, turns, conversation, updated, cost, at_most, unknown, pinned },
});

async function page(
  { q, state, protocol, source, pinned, studies = false }: Wanted,
  limit: number,
  before: number | null,
  signal?: AbortSignal,
) {
  const query = {
    q,
    protocol,
    limit,
    ...(state.length > 0 ? { state: [...state] } : {}),
    ...(source === "" ? {} : { source }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(studies || q !== "" ? {} : { studies: false }),
    ...(before === null ? {} : { before }),
  };
  const asked = { params: { query }, ...(signal === undefined ? {} : { signal }) };
  const { conversations, next, left_out } = given(await client.GET("/api/threads", asked));
  return { sessions: conversations.map(rowOf), next, left_out };
}

/** The newest conversations, or the newest that hold these words. */
export const useLate = (q: string) =>
  useQuery({
    queryKey: ["sessions", "late", q],
    queryFn: ({ signal }) => page({ q, state: [], protocol: "", source: "" }, LATE, null, signal),
    placeholderData: (before) => before,
  });

/** The pinned ones among those that are wanted. */
export const usePinned = (wanted: Wanted) =>
  useQuery({
    queryKey: ["sessions", "late", "pinned", wanted],
    queryFn: ({ signal }) => page({ ...wanted, pinned: true }, PINNED, null, signal),
    placeholderData: (before) => before,
  });

/** All that are wanted, page by page. */
export const useSessionList = (wanted: Wanted) =>
  useInfiniteQuery({
    queryKey: ["sessions", "list", wanted],
    queryFn: ({ pageParam, signal }) => page(wanted, PAGE, pageParam, signal),
    initialPageParam: null as number | null,
    getNextPageParam: (last) => last.next,
    placeholderData: (before) => before,
  });

type Page = Awaited<ReturnType<typeof page>>;

/** Pages with their newest rows as they are now; pages further back stand as they were fetched. */
export function renewed(pages: readonly Page[], fresh: Page): Page[] {
  const [first, ...rest] = pages;
  if (first === undefined || fresh.next === null) return [fresh];
  const oldest = fresh.sessions.at(-1)?.number ?? Infinity;
  const there = new Set(fresh.sessions.map(listed));
  const gone = (row: TalkRow): boolean => !there.has(listed(row));
  const older = first.sessions.filter((row) => row.number < oldest && gone(row));
  const further = rest.map((page) => ({ ...page, sessions: page.sessions.filter(gone) }));
  return [{ ...first, sessions: [...fresh.sessions, ...older] }, ...further];
}

/** Asks the short lists anew, and of the long one what is newest. */
async function renew(queries: QueryClient): Promise<void> {
  void queries.invalidateQueries({ queryKey: ["sessions", "late"] });
  for (const { queryKey } of queries.getQueryCache().findAll({ queryKey: ["sessions", "list"], type: "active" })) {
    const fresh = await page(queryKey[2] as Wanted, PAGE, null);
    queries.setQueryData<InfiniteData<Page>>(queryKey, (had) => had && { ...had, pages: renewed(had.pages, fresh) });
  }
}

/** Keeps lists true when sessions change; stands once, in the shell. */
export function useListChanges(): void {
  const queries = useQueryClient();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = -EVERY;
    const leave = hub.onChange(() => {
      timer ??= setTimeout(
        () => {
          timer = undefined;
          last = performance.now();
          renew(queries).catch(() => undefined); // the next change asks again; what is shown stays
        },
        Math.max(SETTLE, last + EVERY - performance.now()),
      );
    });
    return () => {
      clearTimeout(timer);
      leave();
    };
  }, [queries]);
}

/** What a row stands for: a conversation, or a session that belongs to none. */
export const listed = (row: SessionRow): string => row.conversation ?? row.session;

/** What people call it, or how its question begins. */
export const rowTitle = (row: SessionRow): string => row.title || row.question;

const DAY = 86_400_000;
const dayOf = (date: Date): number => new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();

/** Whether it was today, or the clocks of two machines differ. */
export const isToday = (created: string, now: Date): boolean => dayOf(new Date(created)) >= dayOf(now);

/** The heading of the day: Today, Yesterday, a weekday, a date. */
export function dayTitle(created: string, now: Date): string {
  const date = new Date(created);
  const ago = Math.round((dayOf(now) - dayOf(date)) / DAY);
  if (isToday(created, now)) return say("Today");
  if (ago === 1) return say("Yesterday");
  if (ago < 7) return date.toLocaleDateString(locale, { weekday: "long" });
  const sameYear = date.getFullYear() === now.getFullYear();
  return date.toLocaleDateString(locale, {
    day: "numeric",
    month: "long",
    ...(sameYear ? {} : { year: "numeric" }),
  });
}

/** How long ago, in as few letters as can be: `now`, `5 min`, `2 h`, else the time of day. */
export function agoWords(created: string, now: Date): string {
  const minutes = Math.floor((now.getTime() - new Date(created).getTime()) / 60_000);
  if (minutes < 1) return say("now");
  if (minutes < 60) return say("{minutes, number} min", { minutes });
  if (minutes < 12 * 60 && dayOf(new Date(created)) === dayOf(now))
    return say("{hours, number} h", { hours: Math.floor(minutes / 60) });
  return new Date(created).toLocaleTimeString(locale, { hour: "2-digit", minute: "2-digit" });
}

/** Deletes one; answers why it stays, in words, or nothing. Without a server, or a way into it, there is no going on. */
export async function deleted(row: SessionRow | TalkRow): Promise<string> {
  const { conversation, session } = row;
  try {
    if ("turns" in row && conversation !== null)
      await client.DELETE("/api/threads/{conversation}", { params: { path: { conversation } } });
    else await client.DELETE("/api/sessions/{session}", { params: { path: { session } } });
    return "";
  } catch (error) {
    const status = error instanceof Refused ? error.status : 0;
    if (status === 404) return ""; // somebody else was there first
    if (status === 0 || status === 401) throw error;
    const { message, remedy } = problemFrom(error);
    return say("“{title}”: {problem}", { title: rowTitle(row), problem: `${message} ${remedy}`.trim() });
  }
}

/** Gives a conversation, or a session that belongs to none, another name, or pins it. */
export async function changed(row: TalkRow, body: { title: string } | { pinned: boolean }): Promise<void> {
  const { conversation, session } = row;
  if (conversation === null) await client.PATCH("/api/sessions/{session}", { params: { path: { session } }, body });
  else await client.PATCH("/api/threads/{conversation}", { params: { path: { conversation } }, body });
}

/** The sessions of a conversation, oldest first. */
export const sessionsOf = async (conversation: string): Promise<readonly SessionRow[]> =>
  given(await client.GET("/api/threads/{conversation}", { params: { path: { conversation } } })).sessions;

/** The same as a query; `here` is one that an earlier list may lack. */
export const useThread = (conversation: string | null, here = "") =>
  useQuery({
    queryKey: ["sessions", "thread", conversation, here],
    enabled: conversation !== null,
    queryFn: () => sessionsOf(conversation ?? ""),
  });

/** The page of a session: below its conversation, if it belongs to one. */
export const pageOf = ({ session, conversation }: Pick<SessionRow, "session" | "conversation">): string =>
  conversation === null
    ? `/s/${encodeURIComponent(session)}`
    : `/c/${encodeURIComponent(conversation)}/${encodeURIComponent(session)}`;

/** The parts of a session's address; without `id` it is the latest of the conversation. */
export type SessionPlace = { [part in "conversation" | "id" | "view"]: string | undefined };

/** The conversation or session in the address of a page. */
export function useOpen(): { conversation: string | undefined; session: string | undefined } {
  const [, alone] = useRoute<SessionPlace>("/s/:id/:view?");
  const [, turn] = useRoute<SessionPlace>("/c/:conversation/:id?/:view?");
  return { conversation: turn?.conversation, session: turn?.id ?? alone?.id };
}
