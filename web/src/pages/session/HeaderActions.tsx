// What can be done with a session from any view? Stop it, share it, take it away, link to this moment, change the light.
import { Ellipsis, Link2, Moon, Square, Sun } from "lucide-react";
import { Suspense, useEffect, useRef, useState } from "react";
import { late } from "@/controls/late";
import { Button, IconButton } from "@/controls/Button";
import { Dialog } from "@/controls/Dialog";
import { toast } from "@/controls/toasts";
import { prefer, usePreferences } from "@/hooks/preferences";
import { useTransport } from "@/hooks/session";
import { ariaKeys, useShortcuts } from "@/keyboard/shortcuts";
import { say } from "@/language/say";
import { client, problemFrom } from "@/wire/client";
import { useCopyLink } from "./copying";
import css from "./session.module.css";

/** What a session of this server has and a shared one has not; loaded after the page stands. */
const AskAgain = late(() => import("@/again/AskAgain"));
const ShareButtons = late(() => import("@/share/Buttons"));

export function HeaderActions({ id }: { id: string | null }) {
  const copyLink = useCopyLink();
  const { theme } = usePreferences();
  const light = theme === "light" || (theme === "system" && matchMedia("(prefers-color-scheme: light)").matches);
  const [open, setOpen] = useState(false);
  // On a narrow screen all but Stop stands behind one button; what is opened from there belongs to it.
  useShortcuts({ close: () => open && (setOpen(false), true) });
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!open) return;
    const left = ({ target }: Event): void => {
      if (target instanceof Node && place.current?.contains(target) === false) setOpen(false);
    };
    addEventListener("pointerdown", left);
    addEventListener("focusin", left);
    return () => {
      removeEventListener("pointerdown", left);
      removeEventListener("focusin", left);
    };
  }, [open]);
  return (
    <div className={`${css["actions"]} line`} ref={place}>
      {id !== null && <Stop id={id} />}
      <span className={css["more"]}>
        <IconButton
          name={say("More")}
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
          }}
        >
          <Ellipsis size={18} />
        </IconButton>
      </span>
      <div className={css["folded"]} data-open={open}>
        {id !== null && (
          <Suspense fallback={null}>
            <AskAgain id={id} />
            <ShareButtons id={id} />
          </Suspense>
        )}
        <IconButton
          name={say("Copy a link to this moment")}
          data-words={say("Copy a link")}
          data-rare=""
          aria-keyshortcuts={ariaKeys("link")}
          onClick={() => {
            setOpen(false);
            copyLink();
          }}
        >
          <Link2 size={17} />
        </IconButton>
        <IconButton
          name={light ? say("Dark theme") : say("Light theme")}
          onClick={() => {
            prefer({ theme: light ? "dark" : "light" });
          }}
        >
          {light ? <Moon size={17} /> : <Sun size={17} />}
        </IconButton>
      </div>
    </div>
  );
}

function Stop({ id }: { id: string }) {
  const ended = useTransport((transport) => transport.ended);
  const loaded = useTransport(({ loaded: there, connection }) => there && connection !== "interrupted");
  const [asked, ask] = useState(false);
  const [problem, tell] = useState("");
  const runs = loaded && !ended;
  // Whatever is open takes Escape for itself before it comes here.
  useShortcuts({ close: () => runs && (ask(true), true) });
  if (!runs) return null;
  const stop = async (): Promise<void> => {
    try {
      await client.POST("/api/sessions/{session}/stop", { params: { path: { session: id } } });
      ask(false);
      toast(say("The council is stopping. Answers so far are kept."));
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      tell(`${message} ${remedy}`);
    }
  };
  const close = (): void => {
    ask(false);
    tell("");
  };
  return (
    <>
      <IconButton
        name={say("Stop")}
        aria-keyshortcuts={ariaKeys("close")}
        onClick={() => {
          ask(true);
        }}
      >
        <Square size={15} fill="currentColor" />
      </IconButton>
      {asked && (
        <Dialog title={say("Stop the whole council?")} onClose={close}>
          <p>
            {say(
              "Open calls are cancelled and may still be charged. Answers so far are kept, and the session can be resumed without repeating calls.",
            )}
          </p>
          {problem !== "" && <p role="alert">{problem}</p>}
          <div className="row above">
            <Button kind="primary" onClick={() => void stop()}>
              {say("Stop the whole council")}
            </Button>
            <Button onClick={close}>{say("Keep running")}</Button>
          </div>
        </Dialog>
      )}
    </>
  );
}
