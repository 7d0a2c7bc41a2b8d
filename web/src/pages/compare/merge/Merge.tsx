// How is an answer of one's own made from two sessions? Paragraphs are added to a draft, which is edited, taken along, or
// written anew by a chair.
import { Download, Plus } from "lucide-react";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Card } from "@/controls/Card";
import { CopyButton } from "@/controls/CopyButton";
import { TextArea } from "@/controls/Field";
import { say } from "@/language/say";
import { save } from "@/share/files";
import type { SideBySide } from "../comparison";
import { keepDraft, keptDraft, sourcesOf, type Source } from "./draft";
import { Rewriting } from "./Rewriting";
import css from "../compare.module.css";

export function Merge({ found }: { found: SideBySide }) {
  const [draft, put] = useState(() => keptDraft(found.a, found.b));
  const write = (text: string): void => {
    put(text);
    keepDraft(found.a, found.b, text);
  };
  return (
    <Card title={say("Your own answer")}>
      <p className={css["quiet"]}>
        {say("Add the paragraphs you want to keep, and edit them. What you write stays in this browser.")}
      </p>
      <div className={css["sides"]}>
        <div>
          {sourcesOf(found).map((source) => (
            <Paragraphs
              key={source.name}
              source={source}
              onAdd={(text) => {
                write(draft.trim() === "" ? text : `${draft.trimEnd()}\n\n${text}`);
              }}
            />
          ))}
        </div>
        <div className={css["draft"]}>
          <TextArea label={say("Draft")} rows={8} value={draft} onText={write} />
          {draft !== "" && (
            <div className={css["ways"]}>
              <CopyButton text={draft} kind="plain">
                {say("Copy")}
              </CopyButton>
              <Button
                onClick={() => {
                  save("answer.md", new Blob([`${draft}\n`], { type: "text/markdown" }));
                }}
              >
                <Download size={15} aria-hidden="true" /> {say("Download")}
              </Button>
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
          <Rewriting session={found.b} chair={found.sides.b.chair} draft={draft} />
        </div>
      </div>
    </Card>
  );
}

function Paragraphs({ source: { name, texts }, onAdd }: { source: Source; onAdd: (text: string) => void }) {
  return (
    <details className={css["text"]}>
      <summary>
        <h3>{name}</h3>
      </summary>
      <ul className={css["paragraphs"]} aria-label={name}>
        {texts.map((text, at) => (
          <li key={at}>
            <p lang="">{text}</p>
            <Button
              kind="quiet"
              aria-label={say("Add paragraph {number, number}", { number: at + 1 })}
              onClick={() => {
                onAdd(text);
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
