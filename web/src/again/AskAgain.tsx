// How is a finished session asked again, or put beside another? Two buttons; the form is loaded when it is opened.
import { Columns2, RefreshCw } from "lucide-react";
import { Suspense, useState } from "react";
import { useLocation } from "wouter";
import { IconButton } from "@/controls/Button";
import { late } from "@/controls/late";
import { useMoment, useTransport } from "@/hooks/session";
import { ariaKeys, useShortcuts } from "@/keyboard/shortcuts";
import { say } from "@/language/say";

const AgainDialog = late(() => import("./AgainDialog"));

export default function AskAgain({ id }: { id: string }) {
  const over = useTransport((transport) => transport.loaded && transport.ended);
  const source = useMoment(({ state }) => state.fork?.session ?? "");
  const [open, show] = useState(false);
  const [, go] = useLocation();
  useShortcuts({ again: () => over && (show(true), true) });
  if (!over) return null;
  return (
    <>
      <IconButton
        name={say("Ask again with …")}
        data-words={say("Ask again")}
        aria-haspopup="dialog"
        aria-keyshortcuts={ariaKeys("again")}
        onClick={() => {
          show(true);
        }}
      >
        <RefreshCw size={16} />
      </IconButton>
      <IconButton
        data-words={say("Compare")}
        data-rare=""
        name={
          source === "" ? say("Compare with another session") : say("Compare with the session it was asked again from")
        }
        onClick={() => {
          go(source === "" ? `/compare/${id}` : `/compare/${source}/${id}`);
        }}
      >
        <Columns2 size={16} />
      </IconButton>
      {open && (
        <Suspense fallback={null}>
          <AgainDialog
            id={id}
            onClose={() => {
              show(false);
            }}
          />
        </Suspense>
      )}
    </>
  );
}
