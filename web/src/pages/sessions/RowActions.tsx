// What can be done with one conversation where it stands in the list? It is pinned, renamed, or deleted after one question.
import { useQueryClient } from "@tanstack/react-query";
import { Pencil, Pin, PinOff, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "@/controls/Button";
import { Confirm } from "@/controls/Confirm";
import { toast } from "@/controls/toasts";
import { changed, deleted, rowTitle, type TalkRow } from "@/hooks/sessions";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import css from "./sessions.module.css";

export function RowActions({ row, onRename }: { row: TalkRow; onRename: () => void }) {
  const queries = useQueryClient();
  const [asking, ask] = useState(false);
  const [problem, setProblem] = useState("");
  const title = rowTitle(row);
  const again = (): Promise<void> => queries.invalidateQueries({ queryKey: ["sessions"] });
  const pin = async (pinned: boolean): Promise<void> => {
    setProblem("");
    try {
      await changed(row, { pinned });
      await again();
    } catch (error) {
      setProblem(problemFrom(error).message);
    }
  };
  const remove = async (): Promise<void> => {
    try {
      const why = await deleted(row);
      setProblem(why);
      if (why === "") toast(say("“{title}” was deleted.", { title }));
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      setProblem(`${message} ${remedy}`);
    }
    await again();
  };
  return (
    <span className={`${css["actions"]} row end snug`}>
      <IconButton
        name={row.pinned ? say("Unpin “{title}”", { title }) : say("Pin “{title}”", { title })}
        kind="quiet"
        onClick={() => void pin(!row.pinned)}
      >
        {row.pinned ? <PinOff size={14} /> : <Pin size={14} />}
      </IconButton>
      <IconButton name={say("Rename “{title}”", { title })} kind="quiet" onClick={onRename}>
        <Pencil size={14} />
      </IconButton>
      <IconButton
        name={say("Delete “{title}”", { title })}
        kind="quiet"
        onClick={() => {
          ask(true);
        }}
      >
        <Trash2 size={14} />
      </IconButton>
      {problem !== "" && (
        <span role="alert" className="bad small">
          {problem}
        </span>
      )}
      {asking && (
        <Confirm
          title={say("Delete “{title}”?", { title: title.length > 80 ? `${title.slice(0, 79)}…` : title })}
          does={say("Delete")}
          onConfirm={remove}
          onClose={() => {
            ask(false);
          }}
        >
          {say(
            "Everything that was said in it goes, and cannot be brought back. Export it first to keep a copy. What it cost stays counted.",
          )}
        </Confirm>
      )}
    </span>
  );
}
