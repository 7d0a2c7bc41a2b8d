// How are transcripts taken in? File by file, each session in them by itself; what is refused is told, the rest goes on.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { toast } from "@/controls/toasts";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { Schemas } from "@/wire/types";
import { transcripts } from "./files";

/** What a file with transcripts is called. */
export const TRANSCRIPT_FILES = ".jsonl,.ndjson,application/x-ndjson";

type Checked = Schemas["VerifyResult"];

/** What is said of sessions of which one is not well. */
const SAYS: Readonly<Record<Checked["conclusion"], string>> = {
  well: say("unchanged, and the verdict follows"),
  changed: say("changed after it was exported"),
  diverges: say("what it holds does not follow from its record"),
  unreadable: say("it could not be read again"),
  unknown_signer: say("signed with a key that is not known here"),
  unsealed: say("unsealed, so nobody can tell whether it was changed"),
};

export interface Taking {
  take: (files: readonly File[]) => Promise<void>;
  /** What is being read now; empty when nothing is. */
  busy: string;
  /** What the files that were taken in show, each by its name. */
  checks: readonly { name: string; check: Checked }[];
  /** What was not taken in, and why. */
  refused: readonly string[];
  dismiss: () => void;
}

export function useTaking(): Taking {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [busy, setBusy] = useState("");
  const [refused, setRefused] = useState<readonly string[]>([]);
  const [checks, setChecks] = useState<Taking["checks"]>([]);

  const take = async (files: readonly File[]): Promise<void> => {
    setRefused([]);
    setChecks([]);
    const shown: { name: string; check: Checked }[] = [];
    const [taken, failed]: [string[], string[]] = [[], []];
    for (const file of files) {
      const parts = transcripts(await file.text());
      if (parts.length === 0) failed.push(say("{name}: There is nothing in it.", { name: file.name }));
      for (const [at, text] of parts.entries()) {
        const name =
          parts.length === 1
            ? file.name
            : say("{name}, {number, number} of {count, number}", {
                name: file.name,
                number: at + 1,
                count: parts.length,
              });
        setBusy(say("Taking in {name} …", { name }));
        try {
          const { session } = given(await client.POST("/api/sessions/import", { body: { text } }));
          taken.push(session);
          const { checked } = given(await client.POST("/api/verify", { body: { text, keys: [] } }));
          shown.push(...checked.map((check) => ({ name, check })));
        } catch (error) {
          const { message, remedy } = problemFrom(error);
          failed.push(`${name}: ${message} ${remedy}`);
        }
      }
    }
    setBusy("");
    setRefused(failed);
    setChecks(shown);
    await queries.invalidateQueries({ queryKey: ["sessions"] });
    const [only] = taken;
    const worst = shown.map(({ check }) => check.conclusion).find((found) => found !== "well");
    const count = taken.length;
    if (count > 0)
      toast(
        worst === undefined
          ? say("{count, plural, one {The session is taken in.} other {# sessions are taken in.}}", { count })
          : say("{count, plural, one {The session is taken in} other {# sessions are taken in}}: {finding}.", {
              count,
              finding: SAYS[worst],
            }),
      );
    if (only !== undefined && taken.length === 1 && failed.length === 0) go(`/s/${only}`);
  };
  return {
    take,
    busy,
    refused,
    checks,
    dismiss: () => {
      setRefused([]);
      setChecks([]);
    },
  };
}
