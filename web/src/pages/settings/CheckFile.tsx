// Is a transcript what it was when it was exported, by whom, and does its verdict follow? Nothing of the file is kept.
import { BadgeCheck } from "lucide-react";
import { useState } from "react";
import { Checks, type Check } from "@/controls/Checks";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import { Transcripts } from "./Transcripts";
import css from "./settings.module.css";

export interface CheckedFile {
  name: string;
  check: Check;
}

export function CheckFile() {
  const [busy, setBusy] = useState("");
  const [found, setFound] = useState<readonly CheckedFile[]>([]);
  const [wrong, setWrong] = useState<readonly string[]>([]);

  const look = async (files: readonly File[]): Promise<void> => {
    const [checked, failed]: [CheckedFile[], string[]] = [[], []];
    for (const file of files) {
      setBusy(say("Checking {name} …", { name: file.name }));
      try {
        const body = { text: await file.text(), keys: [] };
        const told = given(await client.POST("/api/verify", { body }));
        checked.push(...told.checked.map((check) => ({ name: file.name, check })));
        if (told.unread > 0)
          failed.push(
            say(
              "{name}: {count, plural, one {# further session was} other {# further sessions were}} not looked at; check them in parts.",
              { name: file.name, count: told.unread },
            ),
          );
      } catch (error) {
        const { message, remedy } = problemFrom(error);
        failed.push(`${file.name}: ${message} ${remedy}`);
      }
    }
    setBusy("");
    setFound(checked);
    setWrong(failed);
  };

  return (
    <section className={`${css["item"]} stack box ink plain slim`}>
      <h3>
        <BadgeCheck size={16} aria-hidden="true" /> {say("Check a transcript")}
      </h3>
      <p className="muted small measure">
        {say(
          "Whether a file is unchanged since it was exported, who signed it, and whether its verdict follows from its ballots. Nothing of it is kept.",
        )}
      </p>
      <Transcripts
        label={say("Transcripts to check")}
        button={say("Check files")}
        busy={busy}
        chosen={(files) => {
          void look(files);
        }}
      />
      <CheckedFiles of={found} />
      {wrong.length > 0 && (
        <div role="alert" className="stack loose">
          {wrong.map((words) => (
            <p key={words} className="bad small">
              {words}
            </p>
          ))}
        </div>
      )}
    </section>
  );
}

export function CheckedFiles({ of }: { of: readonly CheckedFile[] }) {
  if (of.length === 0) return null;
  return (
    <div className="stack loose" aria-live="polite">
      {of.map(({ name, check }) => (
        <section key={`${name} ${check.session}`} aria-label={say("What {name} shows", { name })}>
          <h4>
            {name}
            {check.session !== "" && (
              <small>
                {" "}
                {say("({session}, {events, plural, one {# event} other {# events}})", {
                  session: check.session.slice(0, 8),
                  events: check.events,
                })}
              </small>
            )}
          </h4>
          <Checks of={check} />
        </section>
      ))}
    </div>
  );
}
