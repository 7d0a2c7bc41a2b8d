// How much of it? A bar with words beside it: the words say it, the bar shows it.
import type { CSSProperties } from "react";
import type { Tone } from "./Card";
import css from "./fields.module.css";

interface Given {
  label: string;
  /** From 0 to 1. */
  value: number;
  /** The value in words or numbers. */
  says: string;
  tone?: Tone;
  /** The words are read aloud and not drawn. */
  unseen?: boolean;
}

export function Meter({ label, value, says, tone = "gold", unseen = false }: Given) {
  const share = Math.min(1, Math.max(0, value));
  return (
    <div className="line small">
      <div
        role="meter"
        aria-label={label}
        aria-valuenow={share}
        aria-valuemin={0}
        aria-valuemax={1}
        aria-valuetext={says}
        className={`${css["meter"]} grow hidden capsule`}
        data-tone={tone}
        style={{ "--share": share } as CSSProperties}
      />
      {!unseen && <span aria-hidden="true">{says}</span>}
    </div>
  );
}
