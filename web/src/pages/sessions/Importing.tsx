// How do transcripts of another machine come in? Chosen or dropped as files; each is taken in by itself, and told of.
import { useQueryClient } from "@tanstack/react-query";
import { useState, type ReactNode } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { toast } from "@/controls/toasts";
import { transcripts } from "@/share/files";
import { client, given, problemFrom } from "@/wire/client";
import css from "./sessions.module.css";

const PLACE = "transcripts";

/** Lets somebody choose files to take in. */
export const chooseTranscripts = (): void => {
  document.getElementById(PLACE)?.click();
};

export function Importing({ children }: { children: ReactNode }) {
  const queries = useQueryClient();
  const [, go] = useLocation();
  const [over, setOver] = useState(false);
  const [busy, setBusy] = useState("");
  const [refused, setRefused] = useState<readonly string[]>([]);

  const take = async (files: readonly File[]): Promise<void> => {
    setRefused([]);
    const [taken, failed]: [string[], string[]] = [[], []];
    for (const file of files) {
      setBusy(`Taking in ${file.name} …`);
      for (const text of transcripts(await file.text())) {
        try {
          taken.push(given(await client.POST("/api/sessions/import", { body: { text } })).session);
        } catch (error) {
          const { message, remedy } = problemFrom(error);
          failed.push(`${file.name}: ${message} ${remedy}`);
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

  return (
    <div
      className={css["drop"]}
      data-over={over}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => {
        if (event.currentTarget === event.target) setOver(false);
      }}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        void take([...event.dataTransfer.files]);
      }}
    >
      <input
        id={PLACE}
        type="file"
        accept=".jsonl,.ndjson,application/x-ndjson"
        multiple
        hidden
        aria-label="Transcripts to import"
        onChange={(event) => {
          void take([...(event.target.files ?? [])]);
          event.target.value = "";
        }}
      />
      {(busy !== "" || refused.length > 0) && (
        <div className={css["refused"]} role="status">
          {busy !== "" && <p>{busy}</p>}
          {refused.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {refused.length > 0 && (
            <Button
              kind="quiet"
              onClick={() => {
                setRefused([]);
              }}
            >
              Dismiss
            </Button>
          )}
        </div>
      )}
      {children}
      {over && <p className={css["over"]}>Drop transcripts (.jsonl) to take them in</p>}
    </div>
  );
}
