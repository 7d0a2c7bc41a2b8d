// What does each form of a session hold? Said beside it; files come from the server as they are, a picture from the page.
import { Copy, Download, Printer } from "lucide-react";
import { useState } from "react";
import { Button, IconButton } from "@/controls/Button";
import { copied } from "@/controls/CopyButton";
import { Dialog } from "@/controls/Dialog";
import { toast } from "@/controls/toasts";
import { useMoment } from "@/hooks/session";
import { cardOf } from "@/protocols/table";
import { problemFrom, Refused } from "@/wire/client";
import type { Problem } from "@/wire/types";
import { pictureOf } from "./picture";
import { exported, reported, save } from "./files";
import css from "./share.module.css";

interface Form {
  name: string;
  title: string;
  says: string;
  get: (id: string) => Promise<{ name: string; blob: Blob }>;
  copies?: boolean;
}

const form = (name: string, title: string, says: string, copies = false): Form => ({
  name,
  title,
  says,
  copies,
  get: (id) => exported(id, name),
});

const FORMS: readonly Form[] = [
  form("md", "Markdown", "To read and paste: question, verdict, every answer and judgement", true),
  form("replay", "Replay page", "One HTML file that plays the session from a disk, with no network"),
  form("html", "Page to read", "One HTML file, laid out for reading and printing"),
  form("jsonl", "Transcript", "Every event, one a line: what another Moot imports"),
  form("json", "Session as data", "The result and the state, as one JSON object"),
  form("csv", "Table", "Everything that was judged, one judgement a row"),
  form("cite", "Citation", "An entry for a bibliography", true),
  {
    name: "png",
    title: "Picture",
    says: "This view as it stands, as a PNG",
    get: pictured,
  },
];

/** The view behind the dialog, with its name and the session's. */
async function pictured(id: string): Promise<{ name: string; blob: Blob }> {
  const view = document.querySelector<HTMLElement>("[data-view]");
  try {
    if (view === null) throw new Error("There is no view on the page.");
    return { name: `moot-${id.slice(0, 8)}-${view.dataset["view"] ?? "view"}.png`, blob: await pictureOf(view) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Refused("no_picture", `This browser cannot draw the view. ${why}`, "Print it to a file instead.", 0);
  }
}

/** What is written of sessions of one protocol alone. */
const ownOf = (protocol: string): readonly Form[] =>
  (cardOf(protocol).files ?? []).map(({ form, ...said }) => ({ ...said, get: (id) => reported(id, form) }));

export default function Exporting({ id, onClose }: { id: string; onClose: () => void }) {
  const protocol = useMoment(({ state }) => state.protocol);
  const [busy, setBusy] = useState("");
  const [problem, setProblem] = useState<Problem | null>(null);
  const take = async (chosen: Form, copy: boolean): Promise<void> => {
    setBusy(chosen.name);
    setProblem(null);
    try {
      const { name, blob } = await chosen.get(id);
      if (copy) {
        await copied(await blob.text(), `${chosen.title}: copied.`);
      } else {
        save(name, blob);
        toast(`${name} is saved.`);
      }
    } catch (error) {
      setProblem(problemFrom(error));
    }
    setBusy("");
  };
  return (
    <Dialog title="Take this session out" onClose={onClose}>
      <ul className={css["forms"]}>
        {[...FORMS, ...ownOf(protocol)].map((each) => (
          <li key={each.name}>
            <button type="button" disabled={busy !== ""} onClick={() => void take(each, false)}>
              <Download size={16} aria-hidden="true" />
              <b>{busy === each.name ? `${each.title} …` : each.title}</b>
              <span>{each.says}</span>
            </button>
            {each.copies === true && (
              <IconButton
                name={`Copy: ${each.title}`}
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
      {problem !== null && (
        <p role="alert" className={css["wrong"]}>
          {problem.message} {problem.remedy}
        </p>
      )}
      <p className={css["print"]}>
        <span>Or print this view, on paper or to a file.</span>
        <Button
          kind="quiet"
          onClick={() => {
            onClose();
            setTimeout(() => {
              print();
            }, 50);
          }}
        >
          <Printer size={15} /> Print
        </Button>
      </p>
    </Dialog>
  );
}
