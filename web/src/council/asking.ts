// How is the server asked to go on: again, once more, or with the next question? Every way ends at a session's page.
import { useState } from "react";
import { useLocation } from "wouter";
import type { Logged } from "@/playback/log";
import { isForeign } from "@/wire/event";
import { client, given, problemFrom } from "@/wire/client";
import type { Problem, SessionBody, SessionState } from "@/wire/types";

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

const pageOf = (session: string): string => `/s/${encodeURIComponent(session)}/council`;

/** A new session that keeps what is settled and asks again whoever failed. */
export async function askAgain(session: string): Promise<string> {
  const body = { retry_failed: true, offices: {}, options: {}, wording: {} };
  const answer = await client.POST("/api/sessions/{session}/fork", { params: { path: { session } }, body });
  return pageOf(given(answer).session);
}

/** What a person in a seat says. */
export async function answerFor(session: string, key: string, text: string): Promise<string> {
  await client.POST("/api/sessions/{session}/answers", { params: { path: { session } }, body: { key, text } });
  return "";
}

/** The same question to the same council, from the beginning. */
export async function startOver(state: SessionState, opened: Logged | undefined): Promise<string> {
  return convened(bodyFrom(state, opened, state.question.text));
}

/** The next question to the same council, in the same conversation; one is begun where there is none. */
export async function followUp(state: SessionState, opened: Logged | undefined, question: string): Promise<string> {
  const body = bodyFrom(state, opened, question);
  if (state.thread !== null) return convened({ ...body, conversation: state.thread });
  const thread = given(await client.POST("/api/threads", { body: { title: titleOf(state.question.text) } }));
  const file = { name: "earlier-question.md", media_type: "text/markdown", data: base64(earlier(state)) };
  return convened({ ...body, conversation: thread.conversation, attachments: [file] });
}

async function convened(body: SessionBody): Promise<string> {
  return pageOf(given(await client.POST("/api/sessions", { body })).session);
}

const titleOf = (question: string): string => question.replace(/\s+/g, " ").trim().slice(0, 80);

const earlier = ({ question, verdict }: SessionState): string =>
  `# The question before\n\n${question.text}\n\n# What came of it\n\n${verdict?.text ?? "No verdict was given."}\n`;

function base64(text: string): string {
  let bytes = "";
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return btoa(bytes);
}

/** Whom to ask and how: the named council, or its members one by one. */
export function bodyFrom(state: SessionState, opened: Logged | undefined, question: string): SessionBody {
  const { council, protocol, seats, offices, options, cap } = state;
  const kept = Object.entries(options).filter((option): option is [string, never] => option[1] !== null);
  const shared = {
    question,
    protocol,
    options: Object.fromEntries(kept),
    attachments: [],
    offices: {},
    ...(cap === null ? {} : { budget: cap / 1e9 }),
    ...rubricIn(opened),
  };
  if (council !== "") return { ...shared, council };
  const held = offices.filter(({ id }) => id !== "chair" && !id.startsWith("stand-in"));
  const chair = offices.find(({ id }) => id === "chair")?.model;
  return {
    ...shared,
    members: seats.map(({ model }) => model),
    ...(chair === undefined ? {} : { chair }),
    offices: Object.fromEntries(held.filter(({ id }) => !/-\d+$/.test(id)).map(({ id, model }) => [id, model])),
  };
}

function rubricIn(opened: Logged | undefined): { rubric?: string } {
  if (opened === undefined || isForeign(opened) || opened.kind !== "SessionOpened") return {};
  const name = opened.body.rubric?.name;
  return name === undefined || name === "" ? {} : { rubric: name };
}
