// What is to be asked next? The same council goes on in the same conversation; Enter asks, Shift and Enter break the line.
import { CornerDownLeft } from "lucide-react";
import type { KeyboardEvent } from "react";
import { Button } from "@/controls/Button";
import { useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { followUp, useAsking, useLeftOut } from "@/hooks/asking";
import { capital } from "@/transcript/wording";
import { leaveField } from "@/keyboard/leaveField";
import { useDraft } from "./drafts";
import { Refusal } from "./Refusal";
import css from "./council.module.css";

export function FollowUp() {
  const { id } = useSteering();
  const player = usePlayer();
  const alone = useMoment(({ state }) => state.thread === null);
  const lost = useLeftOut();
  const { busy, problem, ask } = useAsking();
  const [text, write] = useDraft(id ?? "", "follow-up");
  if (id === null) return null;
  const send = (): void => {
    if (text.trim() === "" || busy) return;
    const { log } = player;
    ask(async () => {
      const address = await followUp(log.head, log.events[0], text.trim());
      write("");
      return address;
    });
  };
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    leaveField(event);
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  return (
    <form
      className={css["follow"]}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <label htmlFor="follow-up">Ask the council further</label>
      <textarea
        id="follow-up"
        rows={2}
        value={text}
        placeholder="And what if …?"
        onChange={(event) => {
          write(event.target.value);
        }}
        onKeyDown={key}
      />
      <div>
        <p className={css["quiet"]}>
          {lost !== "" && `${capital(lost)} cannot go along. `}
          {alone
            ? "A conversation begins with it; this question and its verdict go along as a file."
            : "It goes on in this conversation; earlier questions and verdicts go along."}
        </p>
        <Button kind="primary" type="submit" disabled={busy || text.trim() === ""}>
          <CornerDownLeft size={16} aria-hidden="true" /> {busy ? "Convening …" : "Ask"}
        </Button>
      </div>
      <Refusal problem={problem} />
    </form>
  );
}
