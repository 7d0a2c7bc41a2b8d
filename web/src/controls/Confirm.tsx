// Is this really meant? What cannot be taken back is asked once, by name.
import { useRef, useState, type ReactNode } from "react";
import { say } from "@/language/say";
import { Button } from "./Button";
import { Dialog } from "./Dialog";
import { TextField } from "./Field";

interface Given {
  /** The question, with the name of what it is about. */
  title: string;
  /** What happens, and what stays. */
  children: ReactNode;
  /** What the button does, in a verb. */
  does: string;
  danger?: boolean;
  /** Words that must be typed first, where much would be lost. */
  typed?: string;
  /** Whether it can be meant yet: what it would do is known. */
  ready?: boolean;
  onConfirm: () => void | Promise<void>;
  onClose: () => void;
}

export function Confirm({
  title,
  children,
  does,
  danger = true,
  typed,
  ready: known = true,
  onConfirm,
  onClose,
}: Given) {
  const [said, tell] = useState("");
  const [busy, setBusy] = useState(false);
  const begun = useRef(false);
  const ready = known && (typed === undefined || said.trim() === typed) && !busy;
  const confirm = (): void => {
    if (!ready || begun.current) return;
    begun.current = true;
    setBusy(true);
    void Promise.resolve(onConfirm()).finally(onClose);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form
        className="stack loose"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation(); // a form around it is not meant
          confirm();
        }}
      >
        <div>{children}</div>
        {typed !== undefined && (
          <TextField label={say("Type “{typed}” to go on", { typed })} value={said} onText={tell} />
        )}
        <div className="row end">
          <Button onClick={onClose}>{say("Cancel")}</Button>
          <Button type="submit" kind={danger ? "danger" : "primary"} disabled={!ready}>
            {does}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
