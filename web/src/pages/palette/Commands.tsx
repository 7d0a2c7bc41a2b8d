// Open the palette from every page by Ctrl+K or ⌘K. Letters typed before it is loaded are kept for it.
import { Suspense, useRef, useState } from "react";
import { late } from "@/controls/late";
import { useShortcuts } from "@/keyboard/shortcuts";
import { say } from "@/language/say";

const Palette = late(() => import("./Palette").then((loaded) => ({ default: loaded.Palette })));

export function Commands() {
  const [open, show] = useState(false);
  const typed = useRef("");
  const before = useRef<Element | null>(null);
  useShortcuts({
    search: () => {
      before.current = document.activeElement;
      typed.current = "";
      show(true);
    },
  });
  if (!open) return null;
  return (
    <Suspense
      fallback={
        <input
          autoFocus
          className="unseen"
          aria-label={say("Search sessions and commands")}
          onChange={(event) => {
            typed.current = event.target.value;
          }}
        />
      }
    >
      <Palette
        first={typed}
        onClose={() => {
          show(false);
          if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
        }}
      />
    </Suspense>
  );
}
