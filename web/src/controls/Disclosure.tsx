// What is there for those who want to know more? It is folded until it is asked for.
import { ChevronRight } from "lucide-react";
import { useState, type ReactNode } from "react";
import css from "./fields.module.css";

interface Given {
  title: ReactNode;
  /** What stands beside the title while it is folded. */
  note?: ReactNode;
  /** Opens or folds it when it changes; left out, whoever reads it decides alone. */
  open?: boolean;
  onOpen?: (open: boolean) => void;
  children: ReactNode;
  className?: string | undefined;
}

export function Disclosure({ title, note, open, onOpen, children, className = "" }: Given) {
  const [held, hold] = useState(open ?? false);
  const [given, take] = useState(open);
  if (open !== given) {
    take(open);
    if (open !== undefined) hold(open);
  }
  return (
    <details
      className={`${css["disclosure"]} ${className}`}
      open={held}
      onToggle={(event) => {
        hold(event.currentTarget.open);
        onOpen?.(event.currentTarget.open);
      }}
    >
      <summary>
        <ChevronRight size={15} aria-hidden="true" />
        <span>{title}</span>
        {note !== undefined && <span className={`${css["aside"]} muted small`}>{note}</span>}
      </summary>
      <div className="pad-y">{children}</div>
    </details>
  );
}
