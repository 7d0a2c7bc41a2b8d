// How is a session asked again, once? And what would be kept and what would it cost, asked as the form changes?
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { useSettled } from "@/councils/settled";
import { freshKey } from "@/hooks/once";
import { client, given, problemFrom } from "@/wire/client";
import type { ForkBody } from "./variations";

const SETTLES = 350;

/** The session as it stands, whatever moment of it is on the page. */
export const useSessionState = (session: string) =>
  useQuery({
    queryKey: ["again", session],
    queryFn: async ({ signal }) =>
      given(await client.GET("/api/sessions/{session}/state", { params: { path: { session } }, signal })),
    staleTime: 0,
  });

/** The body with every field the server knows: what is left out is as it was. */
const whole = (body: Partial<ForkBody>): ForkBody => ({
  again: [],
  members: {},
  offices: {},
  options: {},
  wording: {},
  retry_failed: false,
  everyone: false,
  ...body,
});

/** What asking again would keep and cost; nothing is asked of the server before the form is filled in. */
export function useAgainPrice(session: string, body: Partial<ForkBody> | null) {
  const wanted = body === null ? "" : JSON.stringify(body);
  const asked = useSettled(wanted, SETTLES);
  const found = useQuery({
    queryKey: ["again", session, asked],
    queryFn: async ({ signal }) =>
      given(
        await client.POST("/api/sessions/{session}/fork/estimate", {
          params: { path: { session } },
          body: whole(JSON.parse(asked) as Partial<ForkBody>),
          signal,
        }),
      ),
    enabled: asked !== "" && asked === wanted,
    staleTime: 60_000,
    retry: false,
  });
  // What was found for the form as it was before says nothing of it now.
  return asked === wanted && wanted !== ""
    ? { row: found.data, error: found.error, busy: found.isFetching }
    : { row: undefined, error: null, busy: wanted !== "" };
}

/** Opens the new session; a double click, or one after a lost answer, opens the same one. */
function useForking(session: string): (body: Partial<ForkBody>) => Promise<string> {
  const once = useRef({ of: "", key: "" });
  return async (body) => {
    const of = JSON.stringify(body);
    if (once.current.of !== of) once.current = { of, key: freshKey() };
    const params = { path: { session }, header: { "Idempotency-Key": once.current.key } };
    const opened = given(await client.POST("/api/sessions/{session}/fork", { params, body: whole(body) }));
    once.current = { of: "", key: "" };
    return opened.session;
  };
}

/** Opens the new session and goes there; why it was refused is told. */
export function useOpening(id: string, onOpened: () => void) {
  const [busy, work] = useState(false);
  const [refused, refuse] = useState("");
  const [, go] = useLocation();
  const fork = useForking(id);
  const open = async (body: Partial<ForkBody>): Promise<void> => {
    if (busy) return;
    work(true);
    refuse("");
    try {
      const session = await fork(body);
      onOpened();
      go(`/s/${session}`);
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      refuse(`${message} ${remedy}`.trim());
      work(false);
    }
  };
  return { busy, refused, refuse, open };
}
