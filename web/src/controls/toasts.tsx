// What is said in passing? Short notes of success, with a way back where there is one; errors never pass by.
import { useEffect, useState, useSyncExternalStore } from "react";
import { say } from "@/language/say";
import { Button } from "./Button";
import { Coded } from "./Coded";
import css from "./controls.module.css";

interface Toast {
  id: number;
  text: string;
  undo?: (() => void) | undefined;
}

const MOST = 3;
const LASTS = 5000;
const watchers = new Set<() => void>();
let shown: readonly Toast[] = [];
let made = 0;

export function toast(text: string, undo?: () => void): void {
  made += 1;
  show([...shown, { id: made, text, undo }].slice(-MOST));
}

function show(next: readonly Toast[]): void {
  shown = next;
  for (const watcher of watchers) watcher();
}

export function Toasts() {
  const toasts = useSyncExternalStore(
    (watcher) => {
      watchers.add(watcher);
      return () => watchers.delete(watcher);
    },
    () => shown,
  );
  return (
    <div className={`${css["toasts"]} stack`} role="status" aria-live="polite">
      {toasts.map((each) => (
        <Passing key={each.id} toast={each} />
      ))}
    </div>
  );
}

function Passing({ toast: { id, text, undo } }: { toast: Toast }) {
  const [held, hold] = useState(false);
  const close = (): void => {
    show(shown.filter((other) => other.id !== id));
  };
  useEffect(() => {
    if (held) return;
    const timer = setTimeout(() => {
      show(shown.filter((other) => other.id !== id));
    }, LASTS);
    return () => {
      clearTimeout(timer);
    };
  }, [held, id]);
  return (
    <div
      className="line float"
      onPointerEnter={() => {
        hold(true);
      }}
      onPointerLeave={() => {
        hold(false);
      }}
      onFocus={() => {
        hold(true);
      }}
      onBlur={() => {
        hold(false);
      }}
    >
      <span>
        <Coded text={text} />
      </span>
      {undo !== undefined && (
        <Button
          kind="quiet"
          onClick={() => {
            undo();
            close();
          }}
        >
          {say("Undo")}
        </Button>
      )}
    </div>
  );
}
