// Which transcripts are meant? A button that opens the picker of files, and what is being done with them.
import { useRef } from "react";
import { Button } from "@/controls/Button";
import { FilesField } from "@/controls/Field";
import { TRANSCRIPT_FILES } from "@/share/taking";
import css from "./settings.module.css";

export function Transcripts(given: {
  label: string;
  button: string;
  busy: string;
  chosen: (files: readonly File[]) => void;
}) {
  const { label, button, busy, chosen } = given;
  const picker = useRef<HTMLInputElement>(null);
  return (
    <div className={`${css["row"]} row`}>
      <FilesField ref={picker} accept={TRANSCRIPT_FILES} aria-label={label} onFiles={chosen} />
      <Button disabled={busy !== ""} onClick={() => picker.current?.click()}>
        {button}
      </Button>
      {busy !== "" && <span role="status">{busy}</span>}
    </div>
  );
}
