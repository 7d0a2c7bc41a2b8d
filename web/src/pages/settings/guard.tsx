// What if one leaves with something unsaved? It is asked first, whatever leads away; what is written stays.
import { useState, type ReactNode } from "react";
import { Confirm } from "@/controls/Confirm";
import { useLeaving } from "@/hooks/leaving";
import { say } from "@/language/say";

/** While `dirty`, nothing leads away unasked. What it gives belongs into the page. */
export function useGuard(dirty: boolean): ReactNode {
  const [wanted, want] = useState<(() => void) | null>(null);
  useLeaving(dirty, (go) => {
    want(() => go);
  });
  if (wanted === null) return null;
  return (
    <Confirm
      title={say("Leave without saving?")}
      does={say("Leave")}
      onConfirm={wanted}
      onClose={() => {
        want(null);
      }}
    >
      {say("What you changed here is not kept yet. Cancel to go on with it.")}
    </Confirm>
  );
}
