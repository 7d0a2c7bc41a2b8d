// Which shortcuts work on every page? A new session, the list of shortcuts, motion; the palette has its own.
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { late } from "@/controls/late";
import { toast } from "@/controls/toasts";
import { motionNow, prefer } from "@/hooks/preferences";
import { say } from "@/language/say";
import { useShortcuts } from "./shortcuts";

const Sheet = late(() => import("./Sheet").then((loaded) => ({ default: loaded.Sheet })));
const MOTIONS = ["full", "calm", "off"] as const;
const COMPOSER = "[data-composer], main textarea";

export function Everywhere() {
  const [, go] = useLocation();
  const [open, show] = useState(false);
  useShortcuts({
    sheet: () => {
      show(!open);
    },
    new: () => {
      go("/");
    },
    composer: () => {
      if (!focused(COMPOSER)) go("/");
    },
    motion: () => {
      const motion = MOTIONS[(MOTIONS.indexOf(motionNow()) + 1) % MOTIONS.length] ?? "full";
      prefer({ motion });
      toast(say("{motion, select, full {Motion: full.} calm {Motion: calm.} other {Motion: off.}}", { motion }));
    },
  });
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Sheet
        onClose={() => {
          show(false);
        }}
      />
    </Suspense>
  );
}

/** Puts the focus there, if there is such a place. */
function focused(selector: string): boolean {
  const place = document.querySelector<HTMLElement>(selector);
  place?.focus();
  return place !== null;
}
