// What exactly was sent for one call? The messages, from where the server keeps them.
import { client, given } from "@/wire/client";
import type { Schemas } from "@/wire/types";

export type PromptSent = Schemas["PromptText"];

/** `key` names the call: the move, and which try at it, as in `opinions/seat-a~1`. */
export const promptOf = async (session: string, key: string): Promise<PromptSent> =>
  given(await client.GET("/api/sessions/{session}/prompt", { params: { path: { session }, query: { key } } }));
