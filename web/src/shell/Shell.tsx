// The frame of every page: the rail beside it; in narrow windows a bar with a drawer.
import { Menu, Plus } from "lucide-react";
import { useEffect, useRef, useState, type ReactNode } from "react";
import { Link, useLocation } from "wouter";
import { IconButton } from "@/controls/Button";
import { useNarrow } from "@/hooks/narrow";
import { useNotices } from "@/hooks/notify";
import { useListChanges } from "@/hooks/sessions";
import { usePageFocus } from "@/keyboard/keptFocus";
import { say } from "@/language/say";
import { Mark } from "./Mark";
import { Rail } from "./Rail";
import { Storage } from "./Storage";
import css from "./shell.module.css";

export function Shell({ children }: { children: ReactNode }) {
  const [address, go] = useLocation();
  useListChanges();
  useNotices(go);
  usePageFocus(address);
  const narrow = useNarrow(1180);
  return (
    <div className={css["shell"]} data-narrow={narrow}>
      <a className={`${css["skip"]} absolute rounded-s on-gold`} href="#main">
        {say("Skip to the page")}
      </a>
      {narrow ? <Bar /> : <Rail />}
      <main id="main" className={`${css["main"]} scroll slim low`} tabIndex={-1}>
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
    <p className={`${css["plain"]} mid small lined`} role="note">
      {say(
        "This page came over plain HTTP from another machine: whoever is on the way can read what you ask and what is answered, and the token. Put a proxy with TLS before this server.",
      )}
    </p>
  );
}

/** Narrow windows: a bar with what is needed most, and the rest in a drawer. */
function Bar() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <header className={`${css["top"]} line lined on-raised`}>
        <IconButton
          name={say("Open the menu")}
          kind="quiet"
          aria-expanded={open}
          onClick={() => {
            setOpen(true);
          }}
        >
          <Menu size={19} />
        </IconButton>
        <Link href="/" className={`${css["brand"]} line ink plain`}>
          <Mark size={22} /> {"Moot"}
        </Link>
        <Link href="/" className={`${css["new"]} line fixed strong plain rounded on-gold`} aria-label={say("Ask")}>
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
      className={`${css["drawer"]} ink on-raised lifted`}
      aria-label={say("Menu")}
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
