// What is there for those who want to know more? It is folded until it is asked for.
import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import css from "./fields.module.css";

interface Given {
  title: ReactNode;
  /** What stands beside the title while it is folded. */
  note?: ReactNode;
  open?: boolean;
  onOpen?: (open: boolean) => void;
  children: ReactNode;
  className?: string | undefined;
}

export function Disclosure({ title, note, open, onOpen, children, className = "" }: Given) {
  return (
    <details
      className={`${css["disclosure"]} ${className}`}
      open={open}
      onToggle={(event) => {
        onOpen?.(event.currentTarget.open);
      }}
    >
      <summary>
        <ChevronRight size={15} aria-hidden="true" />
        <span>{title}</span>
        {note !== undefined && <span className={css["aside"]}>{note}</span>}
      </summary>
      <div className={css["unfolded"]}>{children}</div>
    </details>
  );
}
