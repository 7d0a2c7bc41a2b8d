// What surrounds every page? The rail with what can be opened, and the page beside it; in narrow windows a drawer.
import { Menu, Plus } from "lucide-react";
import { useEffect, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "@/controls/Button";
import { useListChanges } from "@/hooks/sessions";
import { usePageFocus } from "@/keyboard/keptFocus";
import { Mark } from "./Mark";
import { Rail } from "./Rail";
import { Storage } from "./Storage";
import css from "./shell.module.css";

export function Shell({ children }: { children: ReactNode }) {
  useListChanges();
  usePageFocus(useLocation()[0]);
  const narrow = useNarrow();
  return (
    <div className={css["shell"]} data-narrow={narrow}>
      <a className={css["skip"]} href="#main">
        Skip to the page
      </a>
      {narrow ? <Bar /> : <Rail />}
      <main id="main" className={css["main"]} tabIndex={-1}>
        {globalThis.isSecureContext === false && <Plain />}
        <Storage />
        {children}
      </main>
    </div>
  );
}

/** The browser says that what it sends can be read on the way: plain HTTP to another machine. */
function Plain() {
  return (
    <p className={css["plain"]} role="note">
      This page came over plain HTTP from another machine: whoever is on the way can read what you ask and what is
      answered, and the token. Put a proxy with TLS before this server.
    </p>
  );
}

/** Narrow windows: a bar with what is needed most, and the rest in a drawer. */
function Bar() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <header className={css["top"]}>
        <IconButton
          name="Open the menu"
          kind="quiet"
          aria-expanded={open}
          onClick={() => {
            setOpen(true);
          }}
        >
          <Menu size={19} />
        </IconButton>
        <Link href="/" className={css["brand"]}>
          <Mark size={22} /> Moot
        </Link>
        <Link href="/" className={css["new"]} aria-label="Convene">
          <Plus size={18} />
        </Link>
      </header>
      {open && (
        <Drawer
          onClose={() => {
            setOpen(false);
          }}
        />
      )}
    </>
  );
}

function Drawer({ onClose }: { onClose: () => void }) {
  const place = useRef<HTMLDialogElement>(null);
  const [address] = useLocation();
  const [opened] = useState(address);
  useEffect(() => {
    const dialog = place.current;
    dialog?.showModal();
    return () => {
      dialog?.close();
    };
  }, []);
  useEffect(() => {
    if (address !== opened) onClose();
  }, [address, opened, onClose]);
  return (
    <dialog
      ref={place}
      className={css["drawer"]}
      aria-label="Menu"
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        const link = event.target instanceof Element && event.target.closest("a") !== null;
        if (event.target === place.current || link) onClose();
      }}
    >
      <Rail />
    </dialog>
  );
}

const NARROW = "(max-width: 1180px)";

function useNarrow(): boolean {
  return useSyncExternalStore(
    (watcher) => {
      const query = matchMedia(NARROW);
      query.addEventListener("change", watcher);
      return () => {
        query.removeEventListener("change", watcher);
      };
    },
    () => matchMedia(NARROW).matches,
  );
}
