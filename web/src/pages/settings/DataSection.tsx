// Where does everything lie, how is it taken along, how do sessions of another machine come in, and how does all go?
import { Download, FolderOpen, Upload } from "lucide-react";
import { Button } from "@/controls/Button";
import { CopyButton } from "@/controls/CopyButton";
import { Say, say } from "@/language/say";
import { useTaking } from "@/share/taking";
import { CheckedFiles, CheckFile } from "./CheckFile";
import { DeleteAll } from "./DeleteAll";
import { Awaited } from "../Awaited";
import { SectionHead } from "./Section";
import { useSettings } from "./settings";
import { Transcripts } from "./Transcripts";
import css from "./settings.module.css";

export function DataSection() {
  const settings = useSettings();
  const { take, busy, refused, checks, dismiss } = useTaking();
  return (
    <>
      <SectionHead title={say("Data")}>
        {say("Everything is kept on the machine the server runs on, and nowhere else.")}
      </SectionHead>
      <div className="stack loose">
        <section className={`${css["item"]} stack box ink plain slim`}>
          <h3>
            <FolderOpen size={16} aria-hidden="true" /> {say("Where it lies")}
          </h3>
          <Awaited asked={settings} waits={say("Settings are being fetched")}>
            {({ about }) => (
              <>
                <p className="line spread wrap indent rounded on-sunk">
                  <code>{about.moot_home}</code>
                  <CopyButton text={about.moot_home} name={say("Copy the folder")} />
                </p>
                <p className="muted small measure">
                  <Say
                    text="Sessions are in <file>moot.db</file>; keys in <file>keys.toml</file>, which only its owner can read; councils, rubrics and personas are files in folders of those names."
                    tags={{ file: (words) => <code>{words}</code> }}
                  />
                </p>
              </>
            )}
          </Awaited>
        </section>
        <section className={`${css["item"]} stack box ink plain slim`}>
          <h3>
            <Download size={16} aria-hidden="true" /> {say("Take it along")}
          </h3>
          <p className="muted small measure">
            {say("Every session’s transcript, one after another, as JSON lines. Keys are in no transcript.")}
          </p>
          <p>
            <a
              className="tap pad bordered rounded on-card ink plain"
              href="/api/archive"
              download="moot-sessions.ndjson"
            >
              {say("Export all sessions")}
            </a>
          </p>
        </section>
        <section className={`${css["item"]} stack box ink plain slim`}>
          <h3>
            <Upload size={16} aria-hidden="true" /> {say("Bring sessions in")}
          </h3>
          <p className="muted small measure">
            {say(
              "The transcript of one session or an export of many as JSON lines, from any machine. Each is kept to be read and replayed; it counts in no budget and no statistic.",
            )}
          </p>
          <Transcripts
            label={say("Transcripts")}
            button={say("Import transcripts")}
            busy={busy}
            chosen={(files) => {
              void take(files);
            }}
          />
          <CheckedFiles of={checks} />
          {refused.length > 0 && (
            <div role="alert" className="stack loose">
              {refused.map((words) => (
                <p key={words} className="bad small">
                  {words}
                </p>
              ))}
              <Button kind="quiet" onClick={dismiss}>
                {say("Dismiss")}
              </Button>
            </div>
          )}
        </section>
        <CheckFile />
        <DeleteAll />
      </div>
    </>
  );
}
