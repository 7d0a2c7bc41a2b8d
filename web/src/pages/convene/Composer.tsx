// What is asked? One large box for a question, code or a description, with the files that belong to it.
import { FileText, Paperclip, Send, X } from "lucide-react";
import { useEffect, useId, useRef, useState, type ClipboardEvent, type DragEvent, type KeyboardEvent } from "react";
import { Button, IconButton } from "@/controls/Button";
import { FilesField } from "@/controls/Field";
import { sized } from "@/councils/words";
import { leaveField } from "@/keyboard/leaveField";
import { addressIn, LONG_PASTE, pastedFile, withFiles, withPage, type Attached } from "@/hooks/attachments";
import { say } from "@/language/say";
import { PastedOffer } from "@/views/council/PastedOffer";
import { asked } from "./draft";
import css from "./convene.module.css";

export interface Composing {
  text: string;
  files: readonly Attached[];
  /** What kind of text the rubric reads; it decides what the box asks for and what Enter does. */
  input: "question" | "code" | "jsonl";
  fault: string;
  busy: boolean;
  onText: (text: string) => void;
  onFiles: (files: Attached[]) => void;
  onConvene: () => void;
}

const ASKS = {
  question: say("Ask a question"),
  code: say("Paste the code, the change or the system to be examined"),
  jsonl: say("One forced choice: the question and what may be answered"),
};

export function Composer(given: Composing) {
  const { text, files, input, fault, busy, onText, onFiles, onConvene } = given;
  const id = useId();
  const picker = useRef<HTMLInputElement>(null);
  const recalled = useRef(-1);
  const [pasted, setPasted] = useState("");
  const [refused, refuse] = useState("");
  const [over, setOver] = useState(false);
  const breaks = input !== "question";
  const box = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    const { current } = box;
    if (current === null || !isFree()) return;
    current.focus({ preventScroll: true });
    current.setSelectionRange(current.value.length, current.value.length); // what was written before goes on at its end
  }, []);
  const told = [refused, fault].filter(Boolean).join(" ");

  const take = ({ files: next, fault: wrong }: ReturnType<typeof withFiles>): void => {
    refuse(wrong);
    onFiles(next);
  };
  const add = (found: Iterable<File>): void => {
    take(withFiles(files, found));
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const bare = !event.shiftKey && !event.altKey && !event.ctrlKey && !event.metaKey;
    if (event.key === "Enter" && bare && !breaks) {
      event.preventDefault();
      onConvene();
    } else if (event.key === "Escape") leaveField(event);
    else if (bare && (event.key === "ArrowUp" || event.key === "ArrowDown")) recall(event);
  };
  /** The questions of late, from an empty box or while going through them. */
  const recall = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const before = asked();
    if (text !== "" && before[recalled.current] !== text) recalled.current = -1;
    const to = recalled.current + (event.key === "ArrowUp" ? 1 : -1);
    const going = text === "" ? event.key === "ArrowUp" : recalled.current >= 0;
    if (!going || to >= before.length) return;
    event.preventDefault();
    recalled.current = Math.max(-1, to);
    onText(before[to] ?? "");
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length > 0) {
      event.preventDefault();
      add(event.clipboardData.files);
      return;
    }
    const words = event.clipboardData.getData("text");
    if (words.length > LONG_PASTE || addressIn(words) !== "") setPasted(words);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    add(event.dataTransfer.files);
  };
  return (
    <div
      className={`${css["composer"]} grid bordered rounded on-card`}
      data-over={over || undefined}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => {
        setOver(false);
      }}
      onDrop={drop}
    >
      <label htmlFor={id} className="unseen">
        {ASKS[input]}
      </label>
      <textarea
        ref={box}
        id={id}
        data-composer
        className={`${css["box"]} ${breaks ? css["code"] : ""}`}
        rows={breaks ? 8 : 4}
        value={text}
        placeholder={ASKS[input]}
        maxLength={1_000_000}
        spellCheck={!breaks}
        aria-invalid={fault !== "" || undefined}
        aria-describedby={told === "" ? `${id}-keys` : `${id}-keys ${id}-fault`}
        onChange={(event) => {
          onText(event.target.value);
        }}
        onKeyDown={press}
        onPaste={paste}
      />
      {files.length > 0 && (
        <ul className={`${css["files"]} row pad`} aria-label={say("Files")}>
          {files.map((file) => (
            <li key={file.id} className="line">
              <FileText size={15} aria-hidden="true" />
              <span className="cut">{file.name}</span>
              <small>{file.file === null ? say("fetched when you ask") : sized(file.size)}</small>
              <IconButton
                name={say("Take {name} away", { name: file.name })}
                kind="quiet"
                onClick={() => {
                  onFiles(files.filter((other) => other.id !== file.id));
                }}
              >
                <X size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {pasted !== "" && text.includes(pasted) && (
        <PastedOffer
          pasted={pasted}
          onAttach={() => {
            const address = addressIn(pasted);
            take(address === "" ? withFiles(files, [pastedFile(pasted, files.length + 1)]) : withPage(files, address));
            onText(text.replace(pasted, "").trim());
            setPasted("");
          }}
          onKeep={() => {
            setPasted("");
          }}
        />
      )}
      {told !== "" && (
        <p id={`${id}-fault`} role="alert" className="bad">
          {told}
        </p>
      )}
      <div className="line pad">
        <FilesField ref={picker} onFiles={add} />
        <IconButton name={say("Attach files")} kind="quiet" onClick={() => picker.current?.click()}>
          <Paperclip size={17} />
        </IconButton>
        <p id={`${id}-keys`} className={`${css["keys"]} grow muted small`}>
          {breaks ? say("Enter breaks the line, Ctrl+Enter asks") : say("Enter asks, Shift+Enter starts a new line")}
        </p>
        <Button type="submit" kind="primary" disabled={busy} aria-keyshortcuts="Control+Enter">
          <Send size={15} aria-hidden="true" /> {busy ? say("Asking…") : say("Ask")}
        </Button>
      </div>
    </div>
  );
}

/** Whether the box may take the focus: nobody is at another field, and no keyboard would cover the page of a phone. */
function isFree(): boolean {
  const active = document.activeElement;
  const busy = active?.closest("input, textarea, select, dialog[open]") != null;
  return !busy && globalThis.matchMedia?.("(pointer: coarse)").matches !== true;
}
