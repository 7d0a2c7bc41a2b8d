// What does one event hold? A sentence and its JSON as it stands, what was sent where that is kept, and the way to its moment.
import { useState } from "react";
import { Button } from "@/controls/Button";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { isBlind } from "@/playback/looks";
import type { Logged } from "@/playback/log";
import { promptOf, type PromptSent } from "@/hooks/prompts";
import { say } from "@/language/say";
import { sentenceOf } from "@/transcript/sentences";
import { problemFrom } from "@/wire/client";
import { jsonOf, promptKey } from "./rows";
import css from "./inspector.module.css";

export function Detail({ event, id }: { event: Logged; id: string | null }) {
  const player = usePlayer();
  const looks = useLooks();
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
    <section className={css["detail"]} aria-label={say("Event {number}", { number: String(event.seq) })}>
      <div className={css["choices"]}>
        <Button
          onClick={() => {
            player.seekCount(event.seq);
          }}
        >
          {say("Go to event {number}", { number: String(event.seq) })}
        </Button>
        {id !== null && key !== null && !blind && <Button onClick={() => void ask()}>{say("What was sent")}</Button>}
      </div>
      {prompt !== null && !blind && (
        <pre tabIndex={0} data-arrows="" aria-label={say("What was sent")}>
          {prompt}
        </pre>
      )}
      <p className={css["shown"]}>{sentenceOf(event, looks)}</p>
      <pre tabIndex={0} data-arrows="" aria-label={say("The event as JSON")}>
        {jsonOf(event, blind)}
      </pre>
    </section>
  );
}

function told({ system, messages, schema }: PromptSent): string {
  const parts = [{ role: "system", text: system }, ...messages, { role: "schema", text: schema }];
  return parts
    .filter(({ text }) => text !== "")
    .map(({ role, text }) => `[${role}]\n${text}`)
    .join("\n\n");
}
