// Whether the answer is still being made: `open` until it is there and what changed has been seen, `calm` while the marks of
// that fade, then nothing.
import { useEffect, useState } from "react";
import { useMoment } from "@/hooks/session";
import { isOver } from "../tabs";

/** Milliseconds that changes are marked in the whole answer, and that their marks take to fade. */
export const MARKED = 2400;
export const FADES = 600;

export function useRunning(): "open" | "calm" | "" {
  const open = useMoment(({ state }) => !isOver(state));
  const answered = useMoment(({ state }) => state.verdict?.text != null);
  const [seen, see] = useState(open);
  const [phase, turn] = useState<"marked" | "calm" | "done">("marked");
  if (open && !seen) see(true);
  useEffect(() => {
    if (open || !seen) return;
    const calm = setTimeout(turn, MARKED, "calm");
    const done = setTimeout(turn, MARKED + FADES, "done");
    return () => {
      clearTimeout(calm);
      clearTimeout(done);
      turn("marked"); // it was taken up again
    };
  }, [open, seen]);
  if (open) return "open";
  if (!seen || !answered || phase === "done") return "";
  return phase === "calm" ? "calm" : "open";
}
