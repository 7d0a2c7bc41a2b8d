// How does a question reach the server, once?
import { useRef } from "react";
import { freshKey } from "@/hooks/once";
import { client, given } from "@/wire/client";
import type { SessionBody } from "@/wire/types";
import { bodiesOf, type Attached } from "@/hooks/attachments";

/** Sends a question; sent again unchanged, by a double click or after a lost answer, it opens the same session. */
export function useConvening(): (body: SessionBody, files: readonly Attached[]) => Promise<string> {
  const once = useRef({ of: "", key: "" });
  return async (body, files) => {
    const of = JSON.stringify([body, files.map((file) => file.id)]);
    if (once.current.of !== of) once.current = { of, key: freshKey() };
    const sent = { ...body, conversation: "new", ...(await bodiesOf(files)) };
    const params = { header: { "Idempotency-Key": once.current.key } };
    const opened = given(await client.POST("/api/sessions", { body: sent, params }));
    once.current = { of: "", key: "" };
    return opened.session;
  };
}
