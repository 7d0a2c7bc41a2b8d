// How do two conversations that were picked get beside each other? Their latest sessions are compared.
import { Columns2 } from "lucide-react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import type { TalkRow } from "@/hooks/sessions";
import { say } from "@/language/say";

/** The older one comes first: what changed is told from it on. */
export function CompareBoth({ here }: { here: readonly TalkRow[] }) {
  const [, go] = useLocation();
  const [first, second] = [...here].sort((one, other) => one.number - other.number);
  if (first === undefined || second === undefined) return null;
  return (
    <Button
      kind="quiet"
      onClick={() => {
        go(`/compare/${first.session}/${second.session}`);
      }}
    >
      <Columns2 size={15} aria-hidden="true" /> {say("Compare")}
    </Button>
  );
}
