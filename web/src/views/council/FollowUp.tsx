// What is to be asked next? The same council, or another, goes on in the same conversation; Enter asks, Shift and Enter break the line.
import { CornerDownLeft, Paperclip, X } from "lucide-react";
import { useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Button, IconButton } from "@/controls/Button";
import { FilesField } from "@/controls/Field";
import { Refusal } from "@/controls/Card";
import { bodiesOf, withFiles, type Attached } from "@/hooks/attachments";
import { useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { EstimateLine } from "@/councils/EstimateLine";
import { tooLittleOf, useEstimate } from "@/councils/estimating";
import { followingFrom, followUp, useAsking, useLeftOut, type Otherwise as Chosen } from "@/hooks/asking";
import { capital } from "@/transcript/wording";
import { leaveField } from "@/keyboard/leaveField";
import { say } from "@/language/say";
import { Otherwise } from "./Otherwise";
import { useDraft } from "./person/drafts";
import css from "./council.module.css";

const AS_BEFORE: Chosen = { council: "", protocol: "", options: {} };

export function FollowUp() {
  const { id } = useSteering();
  const player = usePlayer();
  const lost = useLeftOut();
  const { busy, problem, ask } = useAsking();
  const [text, write] = useDraft(id ?? "", "follow-up");
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const [otherwise, choose] = useState<Chosen>(AS_BEFORE);
  const [refused, refuse] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const over = useMoment(() => player.log.head.verdict !== null);
  const nothing = text.trim() === "" && files.length === 0;
  const there = id !== null && over;
  const body = useMemo(
    () => followingFrom(player.log.head, player.log.events[0], text.trim(), otherwise),
    [player, over, text, otherwise], // eslint-disable-line react-hooks/exhaustive-deps -- its end completes the log
  );
  const asked = !nothing || otherwise !== AS_BEFORE;
  const estimate = useEstimate(body, files, there && asked);
  if (!there) return null;
  const tooLittle = estimate.busy ? "" : tooLittleOf(body, estimate.row);
  const add = (found: Iterable<File>): void => {
    const { files: next, fault } = withFiles(files, found);
    refuse(fault);
    setFiles(next);
  };
  const send = (): void => {
    if (nothing || busy) return;
    if (tooLittle !== "") {
      form.current?.querySelector<HTMLElement>("[data-too-little]")?.focus(); // where it is said, with the way out
      return;
    }
    ask(async () => {
      const address = await followUp(body, await bodiesOf(files));
      write("");
      setFiles([]);
      choose(AS_BEFORE);
      return address;
    });
  };
  const key = (event: KeyboardEvent<HTMLElement>): void => {
    leaveField(event);
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    send();
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) return;
    event.preventDefault();
    add(event.clipboardData.files);
  };
  return (
    <form
      ref={form}
      className={css["follow"]}
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      <label htmlFor="follow-up">{say("Ask the council further")}</label>
      <textarea
        id="follow-up"
        rows={2}
        value={text}
        maxLength={1_000_000}
        placeholder={say("And what if …?")}
        onChange={(event) => {
          write(event.target.value);
        }}
        onKeyDown={key}
        onPaste={paste}
      />
      {files.length > 0 && (
        <ul aria-label={say("Files")} className={css["along"]}>
          {files.map((file) => (
            <li key={file.id}>
              {file.name}
              <IconButton
                name={say("Take {name} away", { name: file.name })}
                kind="quiet"
                onClick={() => {
                  setFiles(files.filter((other) => other !== file));
                }}
              >
                <X size={14} />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {refused !== "" && <p role="alert">{refused}</p>}
      <Otherwise chosen={otherwise} onChoose={choose} />
      {asked && (
        <EstimateLine
          found={estimate}
          tooLittle={tooLittle}
          onCap={(dollars) => {
            choose({ ...otherwise, budget: Number(dollars) });
          }}
        />
      )}
      {estimate.problem !== null && problem === null && <Refusal problem={estimate.problem} />}
      <div>
        <FilesField ref={picker} aria-label={say("Files that go with it")} onFiles={add} />
        <IconButton name={say("Attach files")} kind="quiet" onClick={() => picker.current?.click()}>
          <Paperclip size={17} />
        </IconButton>
        <p className={css["quiet"]}>
          {lost !== "" && otherwise.council === "" && `${say("{lost} cannot go along.", { lost: capital(lost) })} `}
          {say(
            "Earlier questions, verdicts and files go along: whole while they fit what every member reads, summarised beyond.",
          )}
        </p>
        <Button kind="primary" type="submit" disabled={busy || nothing}>
          <CornerDownLeft size={16} aria-hidden="true" /> {busy ? say("Convening …") : say("Ask")}
        </Button>
      </div>
      <Refusal problem={problem} />
    </form>
  );
}
