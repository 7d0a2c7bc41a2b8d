// The composer at the foot of a conversation. Who wrote the answer replies alone, or the same council, or another that is
// chosen; Enter asks, Shift and Enter break the line.
import { CornerDownLeft, Paperclip, X } from "lucide-react";
import { useId, useMemo, useRef, useState, type ClipboardEvent, type KeyboardEvent } from "react";
import { Button, IconButton } from "@/controls/Button";
import { FilesField } from "@/controls/Field";
import { Refusal } from "@/controls/Card";
import { addressIn, bodiesOf, withFiles, withPage, type Attached } from "@/hooks/attachments";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { EstimateLine } from "@/councils/EstimateLine";
import { tooLittleOf, useEstimate } from "@/councils/estimating";
import {
  ALONE,
  followingFrom,
  followUp,
  useAsking,
  useLeftOut,
  writerOf,
  type Otherwise as Chosen,
} from "@/hooks/asking";
import { lookOf, roleOf } from "@/playback/looks";
import { capital } from "@/transcript/wording";
import type { SessionBody } from "@/wire/types";
import { leaveField } from "@/keyboard/leaveField";
import { say } from "@/language/say";
import { Otherwise } from "./Otherwise";
import { PastedOffer } from "./PastedOffer";
import { useDraft } from "./person/drafts";
import { isOver } from "./tabs";
import css from "./council.module.css";

const AS_BEFORE: Chosen = { council: "", protocol: "", options: {} };

export function FollowUp() {
  const { id } = useSteering();
  const player = usePlayer();
  const box = useId();
  const lost = useLeftOut();
  const looks = useLooks();
  const { busy, problem, ask } = useAsking();
  const [text, write] = useDraft(id ?? "", "follow-up");
  const [files, setFiles] = useState<readonly Attached[]>([]);
  const [otherwise, choose] = useState<Chosen>(AS_BEFORE);
  const [refused, refuse] = useState("");
  const [pasted, setPasted] = useState("");
  const picker = useRef<HTMLInputElement>(null);
  const form = useRef<HTMLFormElement>(null);
  const over = useMoment(() => player.log.head.verdict !== null);
  const running = useMoment(() => !isOver(player.log.head));
  const by = useMoment(() => writerOf(player.log.head)?.id ?? "chair");
  const look = lookOf(looks, by);
  const writer = look.member ? say("The writer") : roleOf(look); // a model's name has no room on a phone
  const nothing = text.trim() === "" && files.length === 0;
  const chosen = otherwise.council !== "" || otherwise.protocol !== "";
  const [again, reply] = useMemo(
    () =>
      [otherwise, { ...otherwise, council: "", protocol: ALONE, options: {} }].map((how) =>
        followingFrom(player.log.head, player.log.events[0], text.trim(), how),
      ) as [SessionBody, SessionBody],
    [player, over, text, otherwise], // eslint-disable-line react-hooks/exhaustive-deps -- its end completes the log
  );
  const first = chosen ? again : reply;
  const asked = over && (!nothing || otherwise !== AS_BEFORE);
  const estimate = useEstimate(first, files, id !== null && asked);
  const estimateAgain = useEstimate(again, files, id !== null && asked && !chosen);
  if (id === null || !(over || running)) return null;
  const tooLittle = estimate.busy ? "" : tooLittleOf(first, estimate.row);
  const tooLittleAgain = estimateAgain.busy ? "" : tooLittleOf(again, estimateAgain.row);
  const cap = (dollars: string): void => {
    choose({ ...otherwise, budget: Number(dollars) });
  };
  const add = (found: Iterable<File>): void => {
    const { files: next, fault } = withFiles(files, found);
    refuse(fault);
    setFiles(next);
  };
  const send = (body: SessionBody): void => {
    if (nothing || busy || !over) return;
    if ((body === first ? tooLittle : tooLittleAgain) !== "") {
      const part = body === first ? "[data-first]" : "[data-again]";
      form.current?.querySelector<HTMLElement>(`${part} [data-too-little]`)?.focus(); // where it is said, with the way out
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
    send(first);
  };
  const paste = (event: ClipboardEvent): void => {
    if (event.clipboardData.files.length === 0) {
      setPasted(addressIn(event.clipboardData.getData("text")));
      return;
    }
    event.preventDefault();
    add(event.clipboardData.files);
  };
  return (
    <form
      ref={form}
      className={`${css["follow"]} stack scroll bordered on-raised rounded-l`}
      onSubmit={(event) => {
        event.preventDefault();
        send(first);
      }}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes("Files")) event.preventDefault();
      }}
      onDrop={(event) => {
        event.preventDefault();
        add(event.dataTransfer.files);
      }}
    >
      <div className="line">
        <label htmlFor={box} className="unseen">
          {say("Ask a follow-up")}
        </label>
        <textarea
          id={box}
          data-composer
          rows={1}
          value={text}
          maxLength={1_000_000}
          placeholder={over ? say("Ask a follow-up") : say("Ask a follow-up when the answer is there")}
          onChange={(event) => {
            write(event.target.value);
          }}
          onKeyDown={key}
          onPaste={paste}
        />
        <FilesField ref={picker} aria-label={say("Files that go with it")} onFiles={add} />
        <IconButton name={say("Attach files")} kind="quiet" onClick={() => picker.current?.click()}>
          <Paperclip size={17} />
        </IconButton>
        {over && (
          <Button kind="primary" type="submit" title={look.name} disabled={busy || nothing}>
            <CornerDownLeft size={16} aria-hidden="true" />{" "}
            {busy ? say("Asking…") : chosen ? say("Ask") : say("{writer} answers", { writer })}
          </Button>
        )}
      </div>
      {files.length > 0 && (
        <ul aria-label={say("Files")} className="small">
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
      {pasted !== "" && text.includes(pasted) && (
        <PastedOffer
          pasted={pasted}
          onAttach={() => {
            const { files: next, fault } = withPage(files, pasted);
            refuse(fault);
            setFiles(next);
            write(text.replace(pasted, "").trim());
          }}
          onKeep={() => {
            setPasted("");
          }}
        />
      )}
      {refused !== "" && <p role="alert">{refused}</p>}
      {!over && !nothing && <p className="muted small light">{say("You can ask it when the answer is there.")}</p>}
      {asked && (
        <>
          <div data-first>
            <EstimateLine found={estimate} tooLittle={tooLittle} onCap={cap} />
          </div>
          {!chosen && (
            <div className="line" data-again>
              <Button
                disabled={busy || nothing}
                onClick={() => {
                  send(again);
                }}
              >
                {say("Ask the council again")}
              </Button>
              <EstimateLine found={estimateAgain} tooLittle={tooLittleAgain} onCap={cap} />
            </div>
          )}
          <Otherwise chosen={otherwise} onChoose={choose} />
          <p className="muted small light">
            {lost !== "" && otherwise.council === "" && `${say("{lost} cannot go along.", { lost: capital(lost) })} `}
            {say("Earlier questions, answers and files go along; what is too long is summarised.")}
          </p>
        </>
      )}
      {problem === null && <Refusal problem={estimate.problem ?? estimateAgain.problem} />}
      <Refusal problem={problem} />
    </form>
  );
}
