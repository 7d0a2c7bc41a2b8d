// What does one event hold? Its JSON as it stands, what was sent where that is kept, and the way to its moment.
import { useState } from "react";
import { Button } from "@/controls/Button";
import { useMoment, usePlayer } from "@/hooks/session";
import { isBlind } from "@/playback/looks";
import type { Logged } from "@/playback/log";
import { problemFrom, refusedFrom } from "@/wire/client";
import { jsonOf, promptKey } from "./rows";
import css from "./inspector.module.css";

/** What was sent for one call. */
interface PromptText {
  key: string;
  messages: { role: string; text: string }[];
  schema: string;
  system: string;
}

export function Detail({ event, id }: { event: Logged; id: string | null }) {
  const player = usePlayer();
  const blind = useMoment(({ state }) => isBlind(state));
  const [prompt, show] = useState<string | null>(null);
  const key = promptKey(event);
  const ask = async (): Promise<void> => {
    try {
      show(told(await promptOf(id ?? "", key ?? "")));
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      show(`${message} ${remedy}`);
    }
  };
  return (
    <section className={css["detail"]} aria-label={`Event ${String(event.seq)}`}>
      <div className={css["choices"]}>
        <Button
          onClick={() => {
            player.seekCount(event.seq);
          }}
        >
          Go to event {event.seq}
        </Button>
        {id !== null && key !== null && !blind && <Button onClick={() => void ask()}>What was sent</Button>}
      </div>
      {prompt !== null && !blind && (
        <pre tabIndex={0} aria-label="What was sent">
          {prompt}
        </pre>
      )}
      <pre tabIndex={0} aria-label="The event as JSON">
        {jsonOf(event, blind)}
      </pre>
    </section>
  );
}

async function promptOf(session: string, key: string): Promise<PromptText> {
  const response = await fetch(`/api/sessions/${encodeURIComponent(session)}/prompt?key=${encodeURIComponent(key)}`);
  if (!response.ok) throw await refusedFrom(response);
  return (await response.json()) as PromptText;
}

function told({ system, messages, schema }: PromptText): string {
  const parts = [{ role: "system", text: system }, ...messages, { role: "schema", text: schema }];
  return parts
    .filter(({ text }) => text !== "")
    .map(({ role, text }) => `[${role}]\n${text}`)
    .join("\n\n");
}
