// Which protocol fits what is asked? A rule of plain words says it, and why; no model is asked, and nothing is changed by itself.
import { Lightbulb } from "lucide-react";
import { useDeferredValue } from "react";
import { Button } from "@/controls/Button";
import { titled } from "@/councils/words";
import { say, within } from "@/language/say";
import { fittingOf } from "@/protocols/table";
import type { ProtocolRow } from "@/wire/types";

/** A question of fewer letters says too little. */
const LEAST = 12;

interface Given {
  question: string;
  files: readonly string[];
  protocols: readonly ProtocolRow[];
  chosen: string;
  /** Members that can be asked: a protocol that needs more is not suggested. */
  able: number;
  onUse: (protocol: string) => void;
}

export function Suggested({ question, files, protocols, chosen, able, onUse }: Given) {
  const asked = useDeferredValue(question);
  if (asked.trim().length < LEAST && files.length === 0) return null;
  const there = protocols.filter((row) => row.fewest <= able).map((row) => row.protocol);
  const fitting = fittingOf(asked.slice(0, 4000), files, there);
  if (fitting === null) return null;
  const name = titled(fitting.protocol);
  return (
    <p className="row muted small pad-x" role="status">
      <Lightbulb size={15} aria-hidden="true" />
      <span>
        {fitting.protocol === chosen
          ? say("{name} fits this question.", { name })
          : say("{name} may fit this question better.", { name })}{" "}
        {fitting.because}
      </span>
      {fitting.protocol !== chosen && (
        <Button
          onClick={() => {
            onUse(fitting.protocol);
          }}
        >
          {say("Use {name}", { name: within(name) })}
        </Button>
      )}
    </p>
  );
}
