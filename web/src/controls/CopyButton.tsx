// How is a text taken along? One press copies it, and the button says so.
import { Check, Copy } from "lucide-react";
import { useEffect, useState, type ReactNode } from "react";
import { say } from "@/language/say";
import { Button, IconButton } from "./Button";
import { toast } from "./toasts";

interface Given {
  /** What is copied, asked when the button is pressed. */
  text: string | (() => string);
  name?: string;
  /** Words on the button; without them it is an icon. */
  children?: ReactNode;
  kind?: "plain" | "quiet";
}

export function CopyButton({ text, name = say("Copy"), children, kind = "quiet" }: Given) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => {
      setDone(false);
    }, 1600);
    return () => {
      clearTimeout(timer);
    };
  }, [done]);
  const copy = (): void => {
    void copied(typeof text === "string" ? text : text()).then(setDone);
  };
  const icon = done ? <Check size={16} aria-hidden="true" /> : <Copy size={16} aria-hidden="true" />;
  if (children === undefined)
    return (
      <IconButton name={done ? say("Copied") : name} kind={kind} onClick={copy}>
        {icon}
      </IconButton>
    );
  return (
    <Button kind={kind} onClick={copy}>
      {icon} {done ? say("Copied") : children}
    </Button>
  );
}

/** Copies a text and says `said` in passing; where it cannot be copied it says that. It answers whether it was. */
export async function copied(text: string, said = ""): Promise<boolean> {
  try {
    await copyText(text);
  } catch {
    toast(say("The browser keeps its clipboard closed here. Select the text and copy it by hand."));
    return false;
  }
  if (said !== "") toast(said);
  return true;
}

/** Copies, by the old way where a page that is not served safely has no clipboard. */
async function copyText(text: string): Promise<void> {
  if (typeof navigator.clipboard?.writeText === "function") {
    await navigator.clipboard.writeText(text);
    return;
  }
  const place = document.createElement("textarea");
  place.value = text;
  place.style.position = "fixed";
  // While a dialog is open nothing outside it can be selected.
  const around = [...document.querySelectorAll("dialog[open]")].at(-1) ?? document.body;
  const before = document.activeElement;
  around.append(place);
  place.select();
  const done = document.execCommand("copy");
  place.remove();
  if (before instanceof HTMLElement) before.focus();
  if (!done) throw new Error("no clipboard");
}
