// Where does everything lie, how is it taken along, and how does a session of another machine come in?
import { Download, FolderOpen, Upload } from "lucide-react";
import { useRef, useState } from "react";
import { useLocation } from "wouter";
import { Button } from "@/controls/Button";
import { CopyButton } from "@/controls/CopyButton";
import { toast } from "@/controls/toasts";
import { queries } from "@/hooks/queries";
import { client, given } from "@/wire/client";
import { useAbout } from "./AboutSection";
import { SavedNote, useSaving } from "./saving";
import { Asked, SectionHead } from "./Section";
import css from "./settings.module.css";

export function DataSection() {
  const about = useAbout();
  const picker = useRef<HTMLInputElement>(null);
  const { saving, save, rest } = useSaving();
  const [, go] = useLocation();
  const [name, setName] = useState("");

  const bring = async (file: File): Promise<void> => {
    setName(file.name);
    const text = await file.text();
    let session = "";
    const done = await save(async () => {
      session = given(await client.POST("/api/sessions/import", { body: { text } })).session;
    });
    if (!done) return;
    await queries.invalidateQueries({ queryKey: ["sessions"] });
    toast(`${file.name} is on the shelf of sessions.`);
    go(`/s/${session}`);
  };
  return (
    <>
      <SectionHead title="Data">Everything is kept on the machine the server runs on, and nowhere else.</SectionHead>
      <div className={css["stack"]}>
        <section className={css["item"]}>
          <h3>
            <FolderOpen size={16} aria-hidden="true" /> Where it lies
          </h3>
          <Asked of={about}>
            {(found) => (
              <>
                <p className={css["path"]}>
                  <code>{found.moot_home}</code>
                  <CopyButton text={found.moot_home} name="Copy the folder" />
                </p>
                <p className={css["muted"]}>
                  Sessions are in <code>moot.db</code>; keys in <code>keys.toml</code>, which only its owner can read;
                  councils, rubrics and personas are files in folders of those names.
                </p>
              </>
            )}
          </Asked>
        </section>
        <section className={css["item"]}>
          <h3>
            <Download size={16} aria-hidden="true" /> Take it along
          </h3>
          <p className={css["muted"]}>
            Every session’s transcript, one after another, as JSON lines. Keys are in no transcript.
          </p>
          <p>
            <a className={css["asButton"]} href="/api/archive" download="moot-sessions.ndjson">
              Export all sessions
            </a>
          </p>
        </section>
        <section className={css["item"]}>
          <h3>
            <Upload size={16} aria-hidden="true" /> Bring a session in
          </h3>
          <p className={css["muted"]}>
            The transcript of one session as JSON lines, from any machine. It is kept to be read and replayed; it counts
            in no budget and no statistic.
          </p>
          <div className={css["row"]}>
            <input
              ref={picker}
              type="file"
              hidden
              accept=".ndjson,.jsonl,.json,application/x-ndjson"
              aria-label="A transcript"
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = "";
                rest();
                if (file !== undefined) void bring(file);
              }}
            />
            <Button disabled={saving.at === "saving"} onClick={() => picker.current?.click()}>
              Import a transcript
            </Button>
            {saving.at === "saving" ? <span role="status">Reading {name}…</span> : <SavedNote saving={saving} />}
          </div>
        </section>
      </div>
    </>
  );
}
