// How is the palette opened? By Ctrl+K or ⌘K from every page, and by whatever else asks for that shortcut.
import { Suspense, useRef, useState } from "react";
import { late } from "@/controls/late";
import { useShortcuts } from "@/keyboard/shortcuts";

const Palette = late(() => import("./Palette").then((loaded) => ({ default: loaded.Palette })));

export function Commands() {
  const [open, show] = useState(false);
  const before = useRef<Element | null>(null);
  useShortcuts({
    search: () => {
      before.current = document.activeElement;
      show(true);
    },
  });
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Palette
        onClose={() => {
          show(false);
          if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
        }}
      />
    </Suspense>
  );
}
