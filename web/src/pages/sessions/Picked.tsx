// What is done with many conversations at once? They are taken out as one file, or deleted, which is asked twice.
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Dialog } from "@/controls/Dialog";
import { toast } from "@/controls/toasts";
import { deleted, listed, rowTitle, sessionsOf, type TalkRow } from "@/hooks/sessions";
import { say } from "@/language/say";
import { archived, save } from "@/share/files";
import { problemFrom } from "@/wire/client";
import { CompareBoth } from "./CompareBoth";
import css from "./sessions.module.css";

interface Given {
  rows: readonly TalkRow[];
  here: readonly TalkRow[];
  onPick: (picked: ReadonlySet<string>) => void;
}

export function Picked({ rows, here, onPick }: Given) {
  const [asking, ask] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState("");
  const whole = here.length === rows.length;
  const take = async (): Promise<void> => {
    setBusy(true);
    setProblem("");
    try {
      const turns = (
        await Promise.all(here.map((row) => (row.conversation === null ? [row] : sessionsOf(row.conversation))))
      ).flat();
      save("moot-sessions.jsonl", await archived(turns.map((row) => row.session)));
    } catch (error) {
      setProblem(problemFrom(error).message);
    }
    setBusy(false);
  };
  return (
    <div className={`${css["picked"]} row muted`}>
      <label className="tap">
        <input
          type="checkbox"
          checked={here.length > 0 && whole}
          ref={(box) => {
            if (box !== null) box.indeterminate = here.length > 0 && !whole;
          }}
          onChange={() => {
            onPick(whole ? new Set() : new Set(rows.map(listed)));
          }}
        />
        {here.length === 0 ? say("Select all") : say("{count, number} selected", { count: here.length })}
      </label>
      {here.length > 0 && (
        <>
          <Button kind="quiet" disabled={busy} onClick={() => void take()}>
            {say("Export")}
          </Button>
          {here.length === 2 && <CompareBoth here={here} />}
          <Button
            kind="quiet"
            onClick={() => {
              ask(true);
            }}
          >
            {say("Delete")}
          </Button>
        </>
      )}
      {problem !== "" && <p role="alert">{problem}</p>}
      {asking && (
        <Deleting
          rows={here}
          onClose={(gone) => {
            ask(false);
            if (gone) onPick(new Set());
          }}
        />
      )}
    </div>
  );
}

function Deleting({ rows, onClose }: { rows: readonly TalkRow[]; onClose: (gone: boolean) => void }) {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [kept, setKept] = useState<readonly string[]>([]);
  const count = rows.length;
  const remove = async (): Promise<void> => {
    setBusy(true);
    const refused: string[] = [];
    let gone = 0;
    try {
      for (const row of rows) {
        const why = await deleted(row);
        if (why === "") gone += 1;
        else refused.push(why);
      }
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      refused.push(say("It broke off: {message} {remedy}", { message, remedy }));
    }
    await queries.invalidateQueries({ queryKey: ["sessions"] });
    setBusy(false);
    if (gone > 0) toast(say("{count, number} deleted.", { count: gone }));
    if (refused.length === 0) onClose(true);
    else setKept(refused);
  };
  return (
    <Dialog
      title={say("Delete {count, plural, one {this conversation} other {these # conversations}}?", { count })}
      onClose={() => {
        onClose(kept.length > 0);
      }}
    >
      <ul className={`${css["doomed"]} stack tight muted wrap`}>
        {kept.length === 0 &&
          rows.slice(0, 8).map((row) => (
            <li key={listed(row)} lang="">
              {rowTitle(row)}
            </li>
          ))}
        {kept.length === 0 && rows.length > 8 && <li>{say("and {count, number} more", { count: rows.length - 8 })}</li>}
        {kept.map((words) => (
          <li key={words} role="alert">
            {words}
          </li>
        ))}
      </ul>
      {kept.length === 0 && (
        <p>
          {say("Everything that was said in them goes, and cannot be brought back. Export them first to keep a copy.")}
        </p>
      )}
      <div className="row end above">
        <Button
          onClick={() => {
            onClose(kept.length > 0);
          }}
        >
          {kept.length === 0 ? say("Keep them") : say("Close")}
        </Button>
        {kept.length === 0 && (
          <Button kind="danger" disabled={busy} onClick={() => void remove()}>
            {busy
              ? say("Deleting …")
              : say("Delete {count, plural, one {this conversation} other {these # conversations}}", { count })}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
