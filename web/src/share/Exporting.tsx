// The dialog that exports a session: the server lists the forms and writes them; the page draws the picture.
import { Copy, Download, Printer } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { copied } from "@/controls/CopyButton";
import { Dialog } from "@/controls/Dialog";
import { toast } from "@/controls/toasts";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { cardOf } from "@/protocols/table";
import { problemFrom, Refused } from "@/wire/client";
import type { ExportRow, Problem } from "@/wire/types";
import { exported, reported, save } from "./files";
import { useExports } from "./forms";
import { pictureOf } from "./picture";
import css from "./share.module.css";

interface Form {
  name: string;
  title: string;
  says: string;
  get: (id: string) => Promise<{ name: string; blob: Blob }>;
  copies?: boolean;
}

const PICTURE: Form = {
  name: "png",
  title: say("Picture"),
  says: say("This view as it stands, as a PNG"),
  get: pictured,
};

/** The view behind the dialog, with its name and the session's. */
async function pictured(id: string): Promise<{ name: string; blob: Blob }> {
  const view = document.querySelector<HTMLElement>("[data-view]");
  try {
    if (view === null) throw new Error(say("There is no view on the page."));
    return { name: `moot-${id.slice(0, 8)}-${view.dataset["view"] ?? "view"}.png`, blob: await pictureOf(view) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const message = say("This browser cannot draw the view. {why}", { why });
    throw new Refused("no_picture", message, say("Print it to a file instead."), 0);
  }
}

const written = ({ name, title, help, copies }: ExportRow): Form => ({
  ...{ name, title, says: help, copies },
  get: (id) => exported(id, name),
});

/** What is written of sessions of one protocol alone. */
const ownOf = (protocol: string): readonly Form[] =>
  (cardOf(protocol).files ?? []).map(({ form, ...said }) => ({ ...said, get: (id) => reported(id, form) }));

export default function Exporting({ id, onClose }: { id: string; onClose: () => void }) {
  const protocol = useMoment(({ state }) => state.protocol);
  const listed = useExports();
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const take = async (chosen: Form, copy: boolean): Promise<void> => {
    setBusy(chosen.name);
    setProblem(null);
    try {
      const { name, blob } = await chosen.get(id);
      if (copy) {
        await copied(await blob.text(), say("{title}: copied.", { title: chosen.title }));
      } else {
        save(name, blob);
        toast(say("{name} is saved.", { name }));
      }
    } catch (error) {
      setProblem(problemFrom(error));
    }
    setBusy("");
  };
  return (
    <Dialog title={say("Export this session")} onClose={onClose}>
      <ul className={`${css["forms"]} grid gap-small`}>
        {[...(listed.data ?? []).map(written), PICTURE, ...ownOf(protocol)].map((each) => (
          <li key={each.name} className="line">
            <button type="button" disabled={busy !== ""} onClick={() => void take(each, false)}>
              <Download size={16} aria-hidden="true" />
              <b>{busy === each.name ? `${each.title} …` : each.title}</b>
              <span className="muted small">{each.says}</span>
            </button>
            {each.copies === true && (
              <IconButton
                name={say("Copy: {title}", { title: each.title })}
                kind="quiet"
                disabled={busy !== ""}
                onClick={() => void take(each, true)}
              >
                <Copy size={15} />
              </IconButton>
            )}
          </li>
        ))}
      </ul>
      <Refusal problem={listed.error === null ? problem : problemFrom(listed.error)} />
      <p className="row spread ruled muted above">
        <span>{say("Or print this view, on paper or to a file.")}</span>
        <Button
          kind="quiet"
          onClick={() => {
            onClose();
            setTimeout(() => {
              print();
            }, 50);
          }}
        >
          <Printer size={15} /> {say("Print")}
        </Button>
      </p>
    </Dialog>
  );
}
