// What is one conversation, in a line? How it stands, what was asked and answered, how, by whom, what came of it, when and for how much.
import { Pin } from "lucide-react";
import { memo, useEffect, useState } from "react";
import { useQueryClient } from "@tanstack/react-query";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Chip, type Tone } from "@/controls/Card";
import { StateMark } from "@/controls/StateMark";
import { toast } from "@/controls/toasts";
import { shortOf } from "@/councils/roster";
import { costWords, lasting, openWords } from "@/councils/words";
import { Face } from "@/faces/Face";
import {
  agoWords,
  changed,
  dayTitle,
  isToday,
  pageOf,
  rowTitle,
  SOURCE_WORDS,
  stateWords,
  type TalkRow,
} from "@/hooks/sessions";
import { titleOf, wordsOf } from "@/language/names";
import { locale, Say, say } from "@/language/say";
import { listedLook } from "@/playback/looks";
import { problemFrom } from "@/wire/client";
import type { SessionRow } from "@/wire/types";
import { RowActions } from "./RowActions";
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

const LESS = say("Less than a full result: the verdict says what is missing.");

interface Given {
  row: TalkRow;
  picked: boolean;
  onPick: (row: TalkRow) => void;
}

export const Row = memo(function Row({ row, picked, onPick }: Given) {
  const [naming, setNaming] = useState(false);
  const [open, setOpen] = useState(false);
  const title = rowTitle(row);
  const word = row.verdict_class === "" ? stateWords(row.state) : wordsOf(row.verdict_class);
  const words = row.degraded > 0 ? say("{state}, degraded", { state: word }) : word;
  return (
    <li className={`${css["row"]} at-centre grid`} data-picked={picked}>
      <label className={`${css["pick"]} middle`}>
        <input
          type="checkbox"
          checked={picked}
          onChange={() => {
            onPick(row);
          }}
          aria-label={say("Select “{title}”", { title })}
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
        <div className={`${css["what"]} at-centre slim grid`}>
          <Link href={pageOf(row)} className={`${css["title"]} cut touch ink plain`}>
            {row.pinned && <Pin size={13} aria-label={say("Pinned")} />}
            <bdi lang="">{title}</bdi>
          </Link>
          {row.turns > 1 ? (
            <button
              type="button"
              className="muted small nowrap"
              aria-expanded={open}
              onClick={() => {
                setOpen(!open);
              }}
            >
              {say("{count, plural, one {# question} other {# questions}}", { count: row.turns })}
            </button>
          ) : (
            row.answer === "" &&
            row.title !== row.question && (
              <span className={`${css["answer"]} cut muted small across`} lang="">
                {row.question}
              </span>
            )
          )}
          {row.answer !== "" && (
            <span className={`${css["answer"]} cut muted small across`} lang="">
              {row.answer}
            </span>
          )}
        </div>
      )}
      <span className={`${css["how"]} muted small nowrap`}>
        {titleOf(row.protocol)}
        <small> {marksOf(row)}</small>
        {row.study != null && (
          <small>
            {" "}
            <Say
              text="of a <link>study</link>"
              tags={{ link: (words) => <Link href={`/studies/${row.study ?? ""}`}>{words}</Link> }}
            />
          </small>
        )}
        {row.fork_of != null && (
          <small>
            {" "}
            <Say
              text="fork of <link>{source}</link>"
              values={{ source: row.fork_of.slice(0, 8) }}
              tags={{ link: (words) => <Link href={`/s/${row.fork_of ?? ""}`}>{words}</Link> }}
            />
          </small>
        )}
      </span>
      <span className={`${css["faces"]} flex at-centre snug`} title={row.members.join(", ")} lang="">
        {row.members.slice(0, MOST_FACES).map((model, at) => (
          <Face key={`${String(at)}${model}`} look={listedLook(model, at, row.members.length)} size={20} />
        ))}
        {row.members.length > MOST_FACES && <small>+{row.members.length - MOST_FACES}</small>}
        <span className="unseen">{row.members.join(", ")}</span>
      </span>
      <span>
        <Chip
          tone={row.degraded > 0 ? "mid" : ((row.verdict_class === "" ? TONES[row.state] : undefined) ?? "plain")}
          title={row.degraded > 0 ? LESS : ""}
        >
          {row.state === "running" ? <Ran state={words} seconds={row.seconds} /> : words}
        </Chip>
        {row.winner !== "" && (
          <small title={row.winner}>
            <Say
              text="<unseen>Ranked first:</unseen> <model></model>"
              tags={{
                unseen: (words) => <span className="unseen">{words}</span>,
                model: () => <span lang="">{shortOf(row.winner)}</span>,
              }}
            />
          </small>
        )}
      </span>
      <When created={row.created} />
      <span className={`${css["cost"]} muted small nowrap text-end`} title={openWords(row)}>
        {costWords(row)}
        {openWords(row) !== "" && (
          <small className="block">
            {row.unknown > 0 ? say("some prices unknown") : say("not all billed")}
            <span className="unseen">{openWords(row)}</span>
          </small>
        )}
      </span>
      <RowActions
        row={row}
        onRename={() => {
          setNaming(true);
        }}
      />
      {open && row.turns > 1 && <Turns row={row} />}
    </li>
  );
});

/** How long it has been running: as the list said it, and what has passed since. */
function Ran({ state, seconds }: { state: string; seconds: number }) {
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
  return <>{say("{state} for {time}", { state, time: lasting(seconds + passed) })}</>;
}

/** Where it comes from: whether nobody real spoke, and where it was asked. */
function marksOf({ scripted, source, door }: SessionRow): string {
  if (door === "example") return say("example");
  const marks = [scripted && say("demo"), door === "run" ? say("run") : SOURCE_WORDS[source]];
  return marks.filter((mark) => mark !== false).join(", ");
}

function When({ created }: { created: string }) {
  const now = new Date();
  return (
    <time dateTime={created} title={new Date(created).toLocaleString(locale)}>
      {isToday(created, now) ? agoWords(created, now) : dayTitle(created, now)}
    </time>
  );
}

function Naming({ row, onDone }: { row: TalkRow; onDone: () => void }) {
  const queries = useQueryClient();
  const [problem, setProblem] = useState("");
  const name = async (title: string): Promise<void> => {
    try {
      await changed(row, { title });
      await queries.invalidateQueries({ queryKey: ["sessions"] });
      toast(say("Renamed."));
      onDone();
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      setProblem(`${message} ${remedy}`);
    }
  };
  return (
    <form
      className={`${css["naming"]} row`}
      onSubmit={(event) => {
        event.preventDefault();
        void name(String(new FormData(event.currentTarget).get("title") ?? ""));
      }}
    >
      <input
        name="title"
        defaultValue={rowTitle(row)}
        maxLength={200}
        aria-label={say("New name")}
        autoFocus
        onKeyDown={(event) => {
          if (event.key === "Escape") onDone();
        }}
      />
      <Button type="submit">{say("Save")}</Button>
      <Button kind="quiet" onClick={onDone}>
        {say("Cancel")}
      </Button>
      {problem !== "" && <p role="alert">{problem}</p>}
    </form>
  );
}
