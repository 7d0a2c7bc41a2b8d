// What asks for attention before anything else? A native dialog: focus stays inside, Escape closes, focus returns.
import { X } from "lucide-react";
import { useEffect, useId, useRef, type ReactNode } from "react";
import { say } from "@/language/say";
import { IconButton } from "./Button";
import css from "./controls.module.css";

export function Dialog({ title, onClose, children }: { title: string; onClose: () => void; children: ReactNode }) {
  const place = useRef<HTMLDialogElement>(null);
  const name = useId();
  useEffect(() => {
    const before = document.activeElement;
    const dialog = place.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <dialog
      ref={place}
      className={css["dialog"]}
      aria-labelledby={name}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === place.current) onClose();
      }}
    >
      <div className="line spread below">
        <h2 id={name}>{title}</h2>
        <IconButton name={say("Close")} kind="quiet" onClick={onClose}>
          <X size={18} />
        </IconButton>
      </div>
      {children}
    </dialog>
  );
}
