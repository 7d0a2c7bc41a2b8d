// What else can be done with this? A button that opens a list; arrows walk, Escape closes and gives the focus back.
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from "react";
import { Button, IconButton } from "./Button";
import css from "./fields.module.css";

export interface MenuItem {
  title: ReactNode;
  /** What it does; with `href` the browser does it. */
  onChoose?: () => void;
  href?: string;
  /** The name a linked file is saved under. */
  download?: string;
  danger?: boolean;
  disabled?: boolean;
}
interface Given {
  /** What the button says, or, beside an icon, what it is called. */
  name: string;
  icon?: ReactNode;
  kind?: "plain" | "primary" | "danger" | "quiet";
  items: readonly MenuItem[];
}

export function Menu({ name, icon, kind = "plain", items }: Given) {
  const [open, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const id = useId();
  useEffect(() => {
    if (!open) return;
    itemsIn(place.current)[0]?.focus();
    const leave = (event: PointerEvent): void => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener("pointerdown", leave);
    return () => {
      document.removeEventListener("pointerdown", leave);
    };
  }, [open]);
  const close = (): void => {
    setOpen(false);
    place.current?.querySelector<HTMLElement>("[aria-haspopup]")?.focus();
  };
  const walk = (event: KeyboardEvent): void => {
    if (!open) {
      if (event.key !== "ArrowDown") return;
      event.preventDefault();
      setOpen(true);
      return;
    }
    const found = itemsIn(place.current);
    const at = found.findIndex((item) => item === document.activeElement);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1 + found.length, Home: 0, End: found.length - 1 }[event.key];
    if (to !== undefined) found[to % found.length]?.focus();
    else if (event.key === "Escape") close();
    else {
      if (event.key === "Tab") setOpen(false);
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const opens = {
    "aria-haspopup": "menu" as const,
    "aria-expanded": open,
    "aria-controls": id,
    kind,
    onClick: () => {
      setOpen(!open);
    },
  };
  return (
    <div ref={place} className={css["menuPlace"]} onKeyDown={walk}>
      {icon === undefined ? (
        <Button {...opens}>{name}</Button>
      ) : (
        <IconButton name={name} {...opens}>
          {icon}
        </IconButton>
      )}
      {open && (
        <div id={id} role="menu" aria-label={name} className={css["menu"]}>
          {items.map((item, at) => (
            <Item key={at} item={item} close={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function Item({ item, close }: { item: MenuItem; close: () => void }) {
  const { title, onChoose, href, download, danger = false, disabled = false } = item;
  const looks = { role: "menuitem", tabIndex: -1, className: danger ? css["danger"] : undefined };
  if (href !== undefined)
    return (
      <a {...looks} href={href} download={download} onClick={close}>
        {title}
      </a>
    );
  return (
    <button
      type="button"
      {...looks}
      disabled={disabled}
      onClick={() => {
        close();
        onChoose?.();
      }}
    >
      {title}
    </button>
  );
}

const itemsIn = (place: HTMLElement | null): HTMLElement[] => [
  ...(place?.querySelectorAll<HTMLElement>('[role="menuitem"]:not(:disabled)') ?? []),
];
