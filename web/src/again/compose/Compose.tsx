// Compose an answer of one's own: paragraphs, or what is selected in one, are added to a draft, which a chair may write out.
import { Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { CopyButton } from "@/controls/CopyButton";
import { TextArea } from "@/controls/Field";
import { say } from "@/language/say";
import { keepDraft, keptDraft, type Source } from "./draft";
import { Rewriting } from "./Rewriting";
import css from "../again.module.css";

interface Given {
  sources: readonly Source[];
  /** Whose draft it is; a chair writes it out in a session that follows the last of them. */
  sessions: readonly [string, ...string[]];
  /** The model that writes it, unless another is chosen. */
  chair: string;
}

export function Compose({ sources, sessions, chair }: Given) {
  const [draft, put] = useState(() => keptDraft(sessions));
  const write = (text: string): void => {
    put(text);
    keepDraft(sessions, text);
  };
  return (
    <>
      <p className="muted small">
        {say("Add paragraphs, or the words you select in them, and edit. Your draft stays in this browser.")}
      </p>
      <div className="sides above">
        <div>
          {sources.map((source) => (
            <Paragraphs
              key={source.name}
              source={source}
              onAdd={(text) => {
                write(draft.trim() === "" ? text : `${draft.trimEnd()}\n\n${text}`);
              }}
            />
          ))}
        </div>
        <div className="stack">
          <TextArea label={say("Draft")} rows={8} value={draft} onText={write} />
          {draft !== "" && (
            <div className="stack tight">
              <CopyButton text={draft} kind="plain">
                {say("Copy")}
              </CopyButton>
              <Button
                kind="quiet"
                onClick={() => {
                  write("");
                }}
              >
                {say("Clear")}
              </Button>
            </div>
          )}
          <Rewriting session={sessions.at(-1) ?? sessions[0]} chair={chair} draft={draft} />
        </div>
      </div>
    </>
  );
}

function Paragraphs({ source: { name, texts }, onAdd }: { source: Source; onAdd: (text: string) => void }) {
  return (
    <details className={`${css["text"]} topped`}>
      <summary className="pad-y">
        <h3>{name}</h3>
      </summary>
      <ul className={`${css["paragraphs"]} stack tight`} aria-label={name}>
        {texts.map((text, at) => (
          <li key={at}>
            <p lang="">{text}</p>
            <Button
              kind="quiet"
              aria-label={say("Add paragraph {number, number}", { number: at + 1 })}
              onMouseDown={(event) => {
                event.preventDefault(); // what is selected stays selected
              }}
              onClick={({ currentTarget }) => {
                onAdd(selectedIn(currentTarget.parentElement) || text);
              }}
            >
              <Plus size={14} aria-hidden="true" /> {say("Add")}
            </Button>
          </li>
        ))}
      </ul>
    </details>
  );
}

/** The words that are selected in a paragraph; empty where the selection lies elsewhere. */
function selectedIn(paragraph: Element | null): string {
  const selection = document.getSelection();
  if (paragraph === null || selection === null || !paragraph.contains(selection.anchorNode)) return "";
  return selection.toString().trim();
}
