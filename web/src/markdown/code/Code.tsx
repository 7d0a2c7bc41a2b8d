// How does code in a text look? With its language named and a button that copies it; in colours once it stands still.
import { Check, Copy } from "lucide-react";
import { startTransition, useEffect, useState, type ReactNode } from "react";
import { copied as copyWords } from "@/controls/CopyButton";
import { say } from "@/language/say";
import css from "./code.module.css";

/** Milliseconds for which code has to stay the same before it is coloured: what is being written is not, at each word. */
const STILL = 150;
/** Longer code, and a longer line, stays in one colour: some grammars take the square of it. */
const LONGEST = 12_000;
const LONG_LINE = /.{600}/;

export function Code({ text, language }: { text: string; language: string }) {
  const coloured = useColoured(text, language);
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    if (!(await copyWords(text))) return;
    setCopied(true);
    setTimeout(() => {
      setCopied(false);
    }, 1500);
  };
  return (
    <div className={`${css["code"]} hidden on-sunk outlined`}>
      <div className={`${css["head"]} spread muted at-centre tiny flex lined`}>
        <span>{language}</span>
        <button type="button" aria-label={say("Copy code")} data-copy="code" onClick={() => void copy()}>
          {copied ? <Check size={14} aria-hidden="true" /> : <Copy size={14} aria-hidden="true" />}
          {copied ? say("Copied") : say("Copy")}
        </button>
      </div>
      <pre tabIndex={0} data-arrows="">
        <code>{coloured ?? text}</code>
      </pre>
    </div>
  );
}

type Colouring = typeof import("./colours");
let colouring: Colouring | undefined;

/** The code in colours; null while it has none, which is no loss: the same words stand there. */
function useColoured(text: string, language: string): ReactNode {
  const [found, setFound] = useState<{ of: string; drawn: ReactNode } | null>(null);
  const at = `${language} ${text}`;
  useEffect(() => {
    if (language === "" || text.length > LONGEST || LONG_LINE.test(text)) return;
    let over = false;
    const timer = setTimeout(() => {
      void coloursOf(text, language).then((drawn) => {
        if (!over && drawn !== null)
          startTransition(() => {
            setFound({ of: at, drawn });
          });
      });
    }, STILL);
    return () => {
      over = true;
      clearTimeout(timer);
    };
  }, [at, text, language]);
  const had = colouring?.had(text, language);
  return had ?? (found?.of === at ? found.drawn : null);
}

async function coloursOf(text: string, language: string): Promise<ReactNode> {
  try {
    colouring ??= await import("./colours");
    return colouring.drawn(text, language);
  } catch {
    return null; // the part of the app that colours did not come, or stumbled over this code
  }
}
