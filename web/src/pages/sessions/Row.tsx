// What is one conversation, in a line? How it stands, what was asked, how, by whom, what came of it, when and for how much.
import { Pencil } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { Button, IconButton } from "@/controls/Button";
import { Chip, type Tone } from "@/controls/Card";
import { StateMark } from "@/controls/StateMark";
import { toast } from "@/controls/toasts";
import { lasting, money } from "@/councils/words";
import { Face } from "@/faces/Face";
import { agoWords, dayTitle, rowTitle, stateWords, type TalkRow } from "@/hooks/sessions";
import { listedLook } from "@/playback/looks";
import { client, problemFrom } from "@/wire/client";
import type { SessionRow } from "@/wire/types";
import { Turns } from "./Turns";
import css from "./sessions.module.css";

const MOST_FACES = 6;
/** Milliseconds between two looks at how long a session has been running. */
const RAN_EVERY = 5000;
const TONES: Record<string, Tone> = {
  verdict: "good",
  running: "gold",
  waiting: "mid",
  failed: "bad",
  out_of_budget: "mid",
};

const LESS = "Less than a full result: the verdict says what is missing.";

interface Given {
  row: TalkRow;
  picked: boolean;
  onPick: (row: TalkRow) => void;
}

export const Row = memo(function Row({ row, picked, onPick }: Given) {
  const [naming, setNaming] = useState(false);
  const [open, setOpen] = useState(false);
  const title = rowTitle(row);
  const word = row.verdict_class === "" ? stateWords(row.state) : row.verdict_class.replaceAll("_", " ");
  return (
    <li className={css["row"]} data-picked={picked}>
      <label className={css["pick"]}>
        <input
          type="checkbox"
          checked={picked}
          onChange={() => {
            onPick(row);
          }}
          aria-label={`Select “${title}”`}
        />
      </label>
      <StateMark state={row.state} />
      {naming ? (
        <Naming
          row={row}
          onDone={() => {
            setNaming(false);
          }}
        />
      ) : (
        <div className={css["what"]}>
          <Link href={`/s/${row.session}`} className={css["title"]}>
            {title}
          </Link>
          {row.turns > 1 ? (
            <button
              type="button"
              className={css["turnsOf"]}
              aria-expanded={open}
              onClick={() => {
                setOpen(!open);
              }}
            >
              {row.turns} questions
            </button>
          ) : (
            row.title !== row.question && <span className={css["question"]}>{row.question}</span>
          )}
          <IconButton
            name={`Rename “${title}”`}
            kind="quiet"
            className={css["rename"] ?? ""}
            onClick={() => {
              setNaming(true);
            }}
          >
            <Pencil size={14} />
          </IconButton>
        </div>
      )}
      <span className={css["how"]}>
        {row.protocol}
        <small> {marksOf(row)}</small>
      </span>
      <span className={css["faces"]} title={row.members.join(", ")}>
        {row.members.slice(0, MOST_FACES).map((model, at) => (
          <Face key={`${String(at)}${model}`} look={listedLook(model, at, row.members.length)} size={20} />
        ))}
        {row.members.length > MOST_FACES && <small>+{row.members.length - MOST_FACES}</small>}
        <span className="unseen">{row.members.join(", ")}</span>
      </span>
      <span className={css["verdict"]}>
        <Chip tone={row.degraded > 0 ? "mid" : (TONES[row.state] ?? "plain")} title={row.degraded > 0 ? LESS : ""}>
          {word}
          {row.degraded > 0 && ", degraded"}
          {row.state === "running" && <Ran seconds={row.seconds} />}
        </Chip>
      </span>
      <When created={row.created} />
      <span className={css["cost"]}>{costWords(row)}</span>
      {open && row.turns > 1 && <Turns row={row} />}
    </li>
  );
});

/** How long it has been running: as the list said it, and what has passed since. */
function Ran({ seconds }: { seconds: number }) {
  const [passed, setPassed] = useState(0);
  useEffect(() => {
    const began = Date.now();
    const tell = (): void => {
      setPassed((Date.now() - began) / 1000);
    };
    tell();
    const timer = setInterval(tell, RAN_EVERY);
    return () => {
      clearInterval(timer);
    };
  }, [seconds]);
  return <> for {lasting(seconds + passed)}</>;
}

/** Where it comes from, as far as it is not the usual: who spoke, and which way it came here. */
function marksOf({ scripted, door, fork_of }: SessionRow): string {
  const marks = [scripted && "scripted", door === "import" && "imported", door === "run" && "run"];
  return [...marks, fork_of != null && "fork"].filter((mark) => mark !== false).join(", ");
}

function When({ created }: { created: string }) {
  const now = new Date();
  const day = dayTitle(created, now);
  return (
    <time dateTime={created} title={new Date(created).toLocaleString()}>
      {day === "Today" ? agoWords(created, now) : day}
    </time>
  );
}

function Naming({ row, onDone }: { row: TalkRow; onDone: () => void }) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState("");
  const name = async (title: string): Promise<void> => {
    try {
      const { conversation, session } = row;
      if (conversation === null)
        await client.PATCH("/api/sessions/{session}", { params: { path: { session } }, body: { title } });
      else await client.PATCH("/api/threads/{conversation}", { params: { path: { conversation } }, body: { title } });
      await queries.invalidateQueries({ queryKey: ["sessions"] });
      toast("The conversation has another name.");
      onDone();
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      setProblem(`${message} ${remedy}`);
    }
  };
  return (
    <form
      className={css["naming"]}
      onSubmit={(event) => {
        event.preventDefault();
        void name(String(new FormData(event.currentTarget).get("title") ?? ""));
      }}
    >
      <input
        name="title"
        defaultValue={rowTitle(row)}
        maxLength={200}
        aria-label="New name"
        autoFocus
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
        }}
      />
      <Button type="submit">Keep</Button>
      <Button kind="quiet" onClick={onDone}>
        Cancel
      </Button>
      {problem !== "" && <p role="alert">{problem}</p>}
    </form>
  );
}

/** What it cost, with a mark where not every price is known. */
export function costWords({ cost, at_most, unknown }: Pick<SessionRow, "cost" | "at_most" | "unknown">): string {
  if (at_most > 0 && unknown === 0) return `≤ ${money(cost + at_most)}`;
  if (cost === 0) return unknown > 0 ? "unknown" : "free";
  return unknown > 0 ? `≥ ${money(cost)}` : money(cost);
}
