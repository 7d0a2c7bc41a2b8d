// Was it kept? A note beside what was changed: saving, saved, or why not; what was entered stays in any case.
import { Check } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { Coded } from "@/controls/Coded";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { Problem } from "@/wire/types";

export type Saving = { at: "rest" | "saving" | "saved" } | { at: "refused"; problem: Problem };

export interface Saver {
  saving: Saving;
  /** Runs a change; the note follows. It answers whether it went well. */
  save: (change: () => Promise<unknown>) => Promise<boolean>;
  rest: () => void;
}

export function useSaving(): Saver {
  const [saving, setSaving] = useState<Saving>({ at: "rest" });
  const latest = useRef(0);
  const save = useCallback(async (change: () => Promise<unknown>): Promise<boolean> => {
    latest.current += 1;
    const mine = latest.current;
    setSaving({ at: "saving" });
    try {
      await change();
      if (mine === latest.current) setSaving({ at: "saved" });
      return true;
    } catch (error) {
      if (mine === latest.current) setSaving({ at: "refused", problem: problemFrom(error) });
      return false;
    }
  }, []);
  const rest = useCallback((): void => {
    setSaving({ at: "rest" });
  }, []);
  return { saving, save, rest };
}

export function SavedNote({ saving }: { saving: Saving }) {
  if (saving.at === "refused")
    return (
      <p role="alert" tabIndex={-1} className="bad small">
        <Coded text={`${saving.problem.message} ${saving.problem.remedy}`} />
      </p>
    );
  return (
    <span role="status" className="inline good small">
      {saving.at === "saving" && say("Saving…")}
      {saving.at === "saved" && (
        <>
          <Check size={14} aria-hidden="true" /> {say("Saved")}
        </>
      )}
    </span>
  );
}
