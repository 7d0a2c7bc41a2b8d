// How do transcripts of another machine come in? Chosen or dropped as files; each is taken in by itself, and told of.
import { useState, type ReactNode } from "react";
import { Button } from "@/controls/Button";
import { FilesField } from "@/controls/Field";
import { say } from "@/language/say";
import { TRANSCRIPT_FILES, useTaking } from "@/share/taking";
import css from "./sessions.module.css";

const PLACE = "transcripts";

/** Lets somebody choose files to take in. */
export const chooseTranscripts = (): void => {
  document.getElementById(PLACE)?.click();
};

export function Importing({ children }: { children: ReactNode }) {
  const { take, busy, refused, dismiss } = useTaking();
  const [over, setOver] = useState(false);

  return (
    <div
      className={`${css["drop"]} here`}
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
      <FilesField
        id={PLACE}
        accept={TRANSCRIPT_FILES}
        aria-label={say("Transcripts to import")}
        onFiles={(files) => void take(files)}
      />
      {(busy !== "" || refused.length > 0) && (
        <div className={`${css["refused"]} stack tight warning wrap items-start`} role="status">
          {busy !== "" && <p>{busy}</p>}
          {refused.map((words) => (
            <p key={words}>{words}</p>
          ))}
          {refused.length > 0 && (
            <Button kind="quiet" onClick={dismiss}>
              {say("Dismiss")}
            </Button>
          )}
        </div>
      )}
      {children}
      {over && <p className={css["over"]}>{say("Drop transcripts (.jsonl) to take them in")}</p>}
    </div>
  );
}
