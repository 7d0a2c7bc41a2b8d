// How is the server asked to go on: again, once more, or with the next question? Every way ends at a session's page.
import { useState } from "react";
import { useLocation } from "wouter";
import { say } from "@/language/say";
import { listed } from "@/language/written";
import { useMoment, usePlayer } from "./session";
import { pageOf as placeOf } from "./sessions";
import type { Logged } from "@/playback/log";
import type { Player } from "@/playback/player";
import { isForeign } from "@/wire/event";
import { client, given, problemFrom } from "@/wire/client";
import type { EventOf, Problem, Schemas, SessionBody, SessionState } from "@/wire/types";

/** Something that is asked of the server: whether it is under way, and what went wrong with it. */
export function useAsking(): {
  busy: boolean;
  problem: Problem | null;
  ask: (asking: () => Promise<string>) => void;
} {
  const [, go] = useLocation();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const ask = (asking: () => Promise<string>): void => {
    setBusy(true);
    setProblem(null);
    asking().then(
      (address) => {
        setBusy(false);
        if (address !== "") go(address);
      },
      (error: unknown) => {
        setBusy(false);
        setProblem(problemFrom(error));
      },
    );
  };
  return { busy, problem, ask };
}

const pageOf = (session: string): string => `/s/${encodeURIComponent(session)}`;

export type Wants = "budget" | "deadline" | "drift" | "quorum" | "setting" | "";

/** What a session that ended without a verdict wants before it can go on: more money, more time, fewer members, or a
 * word. As it is, it would end as it did. */
export function wantsOf({ status, reason, shortfall }: SessionState): Wants {
  if (status === "out_of_budget") return (shortfall?.whose ?? "session") === "session" ? "budget" : "setting";
  if (reason === "quorum") return "quorum";
  return reason === "deadline" ? "deadline" : reason === "diverged" ? "drift" : "";
}

/** Waits no longer for a seat; what it says later is kept beside the record. */
export async function goOn(session: string, seat: string): Promise<string> {
  await client.POST("/api/sessions/{session}/go-on", { params: { path: { session } }, body: { without: [seat] } });
  return "";
}

/** Lets the chair write from what has arrived; what is still open is kept beside the record. */
export async function answerNow(session: string): Promise<string> {
  // A server that cannot do it answers 404.
  const path = "/api/sessions/{session}/answer-now" as "/api/sessions/{session}/stop";
  await client.POST(path, { params: { path: { session } } });
  return "";
}

/** Asks the members who were left out, in a session that takes this one's place in its conversation. */
export async function askEveryone(session: string): Promise<string> {
  const answer = await client.POST("/api/sessions/{session}/ask-everyone", { params: { path: { session } } });
  const { session: whole, thread } = given(answer);
  return placeOf({ session: whole, conversation: thread });
}

/** Takes it up again, and goes along with what comes. */
export async function resume(
  session: string,
  player: Player,
  body: Schemas["ResumeBody"] | null = null,
): Promise<string> {
  const path = { params: { path: { session } } };
  await client.POST("/api/sessions/{session}/resume", body === null ? path : { ...path, body });
  player.reopen();
  player.toHead();
  return "";
}

/** A new session that keeps what is settled and asks again whoever failed. */
export async function askAgain(session: string): Promise<string> {
  const body = { retry_failed: true, everyone: false, again: [], members: {}, offices: {}, options: {}, wording: {} };
  const answer = await client.POST("/api/sessions/{session}/fork", { params: { path: { session } }, body });
  return pageOf(given(answer).session);
}

/** What a person in a seat says. */
export async function answerFor(
  session: string,
  key: string,
  said: { text: string } | { ballot: unknown },
): Promise<string> {
  const body = "text" in said ? { key, text: said.text } : { key, ballot: said.ballot as Record<string, unknown> };
  await client.POST("/api/sessions/{session}/answers", { params: { path: { session } }, body });
  return "";
}

/** The same question to the same council, from the beginning. */
export async function startOver(state: SessionState, opened: Logged | undefined): Promise<string> {
  return convened(bodyFrom(state, opened, state.question.text));
}

/** Another session of the same council, with a question and options of its own. */
export async function startNext(
  state: SessionState,
  opened: Logged | undefined,
  question: string,
  options: SessionState["options"],
): Promise<string> {
  const body = bodyFrom({ ...state, options: { ...state.options, ...options } }, opened, question);
  return convened(body);
}

/** Who is asked the next question, and how, where that is to be different; empty for as it was. */
export interface Otherwise {
  council: string;
  protocol: string;
  /** Options that are usual where somebody watches. */
  options: SessionBody["options"];
  /** The most it may cost, in dollars, where that is to be different. */
  budget?: number;
}

/** The protocol by which the chair alone answers: it is chosen for a follow-up, and not offered for councils. */
export const ALONE = "reply";

/** The seat that answers a follow-up alone: who wrote the answer, be it the arbiter or the editor; else the chair. */
export function writerOf({ seats, offices, verdict }: SessionState): SessionState["seats"][number] | undefined {
  const wrote = verdict?.verbatim === false ? [...offices, ...seats].find(({ id }) => id === verdict.by) : undefined;
  const able = wrote !== undefined && !wrote.person && !wrote.id.startsWith("stand-in");
  return able ? wrote : offices.find(({ id }) => id === "chair");
}

/** The next question to the same council or another, without its files; it goes on in the session's conversation, or
 * begins one. */
export function followingFrom(
  state: SessionState,
  opened: Logged | undefined,
  question: string,
  otherwise: Otherwise,
): SessionBody {
  const before = bodyFrom(state, opened, question);
  if (state.protocol === ALONE && otherwise.protocol === "") {
    delete before.protocol; // a council is asked again by its own
    before.options = {};
  }
  const writer = writerOf(state);
  if (otherwise.protocol === ALONE && writer !== undefined) before.chair = writer.model;
  const body = otherwiseFrom(before, otherwise);
  const { budget } = otherwise;
  return { ...body, ...(budget === undefined ? {} : { budget }), follows: state.session };
}

/** Asks it, with its files. */
export async function followUp(
  body: SessionBody,
  files: Pick<SessionBody, "attachments" | "addresses">,
): Promise<string> {
  return convened({ ...body, ...files });
}

/** The same question to another council, or by another protocol: what belonged to the one before is left out. */
export function otherwiseFrom(body: SessionBody, { council, protocol, options }: Otherwise): SessionBody {
  if (council === "" && (protocol === "" || protocol === body.protocol)) return body;
  const { question, budget, system, members, chair, stand_ins } = body;
  const capped = budget === undefined ? {} : { budget };
  const way = protocol === "" ? {} : { protocol };
  const all = {
    attachments: [],
    addresses: [],
    offices: {},
    options,
    when: "auto" as const,
    choices: body.choices,
    tools: body.tools,
  };
  if (council !== "") return { question, council, ...way, ...capped, ...all };
  const who = body.council === undefined ? { members } : { council: body.council };
  const rest = {
    ...(chair === undefined ? {} : { chair }),
    ...(stand_ins === undefined ? {} : { stand_ins }),
    ...(system === undefined ? {} : { system }),
  };
  return { question, ...who, ...rest, ...way, ...capped, ...all } as SessionBody;
}

async function convened(body: SessionBody): Promise<string> {
  return pageOf(given(await client.POST("/api/sessions", { body })).session);
}

/** Whom to ask and how: the named council, or its members one by one, with the chair and offices they had. */
export function bodyFrom(state: SessionState, opened: Logged | undefined, question: string): SessionBody {
  const { council, protocol, seats, offices, options, cap } = state;
  const kept = Object.entries(options).filter((option): option is [string, never] => option[1] !== null);
  const chair = offices.find(({ id }) => id === "chair")?.model;
  const standing = standInsNamed(state);
  const first = openingIn(opened);
  const [system, rubric] = [first?.system ?? "", first?.rubric?.name ?? ""];
  return {
    question,
    protocol,
    options: Object.fromEntries(kept),
    attachments: [],
    addresses: [],
    when: "auto",
    choices: [],
    tools: first?.tools ?? [],
    search: false, // what it had is among its tools
    offices: holdersOf(offices),
    ...(chair === undefined ? {} : { chair }),
    ...(standing === null ? {} : { stand_ins: standing }),
    ...(cap === null ? {} : { budget: cap / 1e9 }),
    ...(rubric === "" ? {} : { rubric }),
    ...(system === "" ? {} : { system }),
    ...(council === "" ? { members: seats.map(({ model }) => model) } : { council }),
  };
}

/** What goes with a session and cannot go with a question put anew, in words. */
export function leftOut(state: SessionState, opened: Logged | undefined): readonly string[] {
  const { council, seats } = state;
  const named = council !== "";
  const first = openingIn(opened);
  const own = seats.some((seat) => seat.system !== "" || seat.temperature !== null || seat.reasoning !== null);
  return [
    ...(!named && seats.some(({ persona }) => persona !== null) ? [say("the members' personas")] : []),
    ...(!named && own ? [say("what was set for single members")] : []),
    ...(Object.keys(first?.wording ?? {}).length > 0 ? [say("prompts in other words")] : []),
  ];
}

/** The same for the session on this page, as a list in words; empty where nothing is lost. */
export function useLeftOut(): string {
  const player = usePlayer();
  return useMoment(({ state }) => listed(leftOut(state, player.log.events[0])));
}

/** Stand-ins that somebody named; null where they are the usual ones: the first two other members. */
function standInsNamed({ seats, offices }: SessionState): string[] | null {
  const chair = offices.find(({ id }) => id === "chair")?.model;
  const stand = offices.filter(({ id }) => id.startsWith("stand-in")).map(({ model }) => model);
  const usual = [...new Set(seats.map(({ model }) => model))].filter((model) => model !== chair && model !== "person");
  return stand.join(" ") === usual.slice(0, 2).join(" ") ? null : stand;
}

/** Who holds each office but the chair's; several where it has several holders. */
function holdersOf(offices: SessionState["offices"]): Record<string, string | string[]> {
  const held: Record<string, string[]> = {};
  for (const { id, model } of offices) {
    if (id === "chair" || id.startsWith("stand-in")) continue;
    (held[id.replace(/-\d+$/, "")] ??= []).push(model);
  }
  return Object.fromEntries(
    Object.entries(held).map(([office, models]) => [office, models.length === 1 ? (models[0] ?? "") : models]),
  );
}

/** What the session was opened with; null where that is not known. */
export function openingIn(opened: Logged | undefined): EventOf<"SessionOpened">["body"] | null {
  if (opened === undefined || isForeign(opened) || opened.kind !== "SessionOpened") return null;
  return opened.body;
}
