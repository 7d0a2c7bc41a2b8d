// Which shortcuts work on every page? Search, a new session, the sheet, motion.
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { late } from "@/controls/late";
import { toast } from "@/controls/toasts";
import { motionNow, prefer } from "@/hooks/preferences";
import { useShortcuts } from "./shortcuts";

const Sheet = late(() => import("./Sheet").then((loaded) => ({ default: loaded.Sheet })));
const MOTIONS = ["full", "calm", "off"] as const;
const SEARCH = "nav input[type=search], input[type=search], [role=searchbox]";
const COMPOSER = "[data-composer], main textarea";

export function Everywhere() {
  const [, go] = useLocation();
  const [open, show] = useState(false);
  useShortcuts({
    sheet: () => {
      show(!open);
    },
    search: () => {
      if (!focused(SEARCH)) go("/sessions");
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
      toast(`Motion: ${motion}.`);
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
  if (place instanceof HTMLInputElement) place.select();
  return place !== null;
}
