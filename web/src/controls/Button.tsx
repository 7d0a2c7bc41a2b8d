// How is something done? A button with words, or with an icon and a name that is read aloud.
import { Suspense, useState, type ComponentProps, type ReactNode } from "react";
import css from "./controls.module.css";

type Kind = "plain" | "primary" | "danger" | "quiet";
type Given = ComponentProps<"button"> & { kind?: Kind };

const KINDS: Record<Kind, string | undefined> = {
  plain: "",
  primary: css["primary"],
  danger: "bad",
  quiet: css["quiet"],
};

export function Button({ kind = "plain", className = "", ...given }: Given) {
  return <button type="button" className={`${css["button"]} ${KINDS[kind]} ${className}`} {...given} />;
}

/** A button that shows an icon alone; `name` says what it does. */
export function IconButton({ name, kind = "plain", className = "", ...given }: Given & { name: string }) {
  const looks = `${css["button"]} ${css["icon"]} ${KINDS[kind]} ${className}`;
  return <button type="button" aria-label={name} title={name} className={looks} {...given} />;
}

type Opening = Omit<ComponentProps<typeof IconButton>, "onClick"> & {
  /** The dialog, which calls `close` when it is done. */
  dialog: (close: () => void) => ReactNode;
};

/** A button that opens a dialog; the dialog is loaded and drawn only while it is open. */
export function Opener({ dialog, ...button }: Opening) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <IconButton aria-haspopup="dialog" {...button} onClick={() => setOpen(true)} />
      {open && <Suspense fallback={null}>{dialog(() => setOpen(false))}</Suspense>}
    </>
  );
}
