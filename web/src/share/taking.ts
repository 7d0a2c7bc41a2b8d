// How are transcripts taken in? File by file, each session in them by itself; what is refused is told, the rest goes on.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { toast } from "@/controls/toasts";
import { client, given, problemFrom } from "@/wire/client";
import { transcripts } from "./files";

/** What a file with transcripts is called. */
export const TRANSCRIPT_FILES = ".jsonl,.ndjson,application/x-ndjson";

export interface Taking {
  take: (files: readonly File[]) => Promise<void>;
  /** What is being read now; empty when nothing is. */
  busy: string;
  /** What was not taken in, and why. */
  refused: readonly string[];
  dismiss: () => void;
}

export function useTaking(): Taking {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [busy, setBusy] = useState("");
  const [refused, setRefused] = useState<readonly string[]>([]);

  const take = async (files: readonly File[]): Promise<void> => {
    setRefused([]);
    const [taken, failed]: [string[], string[]] = [[], []];
    for (const file of files) {
      const parts = transcripts(await file.text());
      if (parts.length === 0) failed.push(`${file.name}: There is nothing in it.`);
      for (const [at, text] of parts.entries()) {
        const place = parts.length === 1 ? "" : `, ${String(at + 1)} of ${String(parts.length)}`;
        setBusy(`Taking in ${file.name}${place} …`);
        try {
          taken.push(given(await client.POST("/api/sessions/import", { body: { text } })).session);
        } catch (error) {
          const { message, remedy } = problemFrom(error);
          failed.push(`${file.name}${place}: ${message} ${remedy}`);
        }
      }
    }
    setBusy("");
    setRefused(failed);
    await queries.invalidateQueries({ queryKey: ["sessions"] });
    const [only] = taken;
    if (taken.length > 0)
      toast(taken.length === 1 ? "The session is taken in." : `${String(taken.length)} sessions are taken in.`);
    if (only !== undefined && taken.length === 1 && failed.length === 0) go(`/s/${only}`);
  };
  return {
    take,
    busy,
    refused,
    dismiss: () => {
      setRefused([]);
    },
  };
}
