// Recent conversations by day, newest first, each with its state.
import { Pin } from "lucide-react";
import { memo } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Bone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { StateMark } from "@/controls/StateMark";
import { agoWords, dayTitle, listed, pageOf, rowTitle, useLate, useOpen, type TalkRow } from "@/hooks/sessions";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import css from "./shell.module.css";

export function LateSessions({ q }: { q: string }) {
  const { data, error, isPending, refetch } = useLate(q);
  const open = useOpen();
  if (isPending)
    return (
      <div className={css["late"]} aria-busy="true">
        {["82%", "64%", "74%", "58%"].map((width) => (
          <div key={width} className="stack tight pad">
            <Bone width={width} height="0.9em" />
            <Bone width="40%" height="0.7em" />
          </div>
        ))}
      </div>
    );
  if (data === undefined)
    return (
      <div className={css["late"]} role="alert">
        <p className="muted pad">
          <Coded text={problemFrom(error).message} />
        </p>
        <Button kind="quiet" onClick={() => void refetch()}>
          {say("Try again")}
        </Button>
      </div>
    );
  if (data.sessions.length === 0)
    return (
      <div className={css["late"]}>
        <p className="muted pad">
          {q === ""
            ? say("Conversations will be listed here.")
            : say("No conversation holds these words. Enter searches all.")}
        </p>
        <Link href="/sessions" className="block pad">
          {say("All sessions")}
        </Link>
      </div>
    );
  const now = new Date();
  return (
    <div className={css["late"]}>
      {byDay(data.sessions, now).map(([day, rows]) => (
        <div key={day} role="group" aria-label={day}>
          <h2 className="caps pad">{day}</h2>
          <ul>
            {rows.map((row) => (
              <li key={listed(row)}>
                <LateRow
                  row={row}
                  ago={agoWords(row.created, now)}
                  here={(open.conversation ?? open.session) === listed(row)}
                />
              </li>
            ))}
          </ul>
        </div>
      ))}
      <Link href={q === "" ? "/sessions" : `/sessions?q=${encodeURIComponent(q)}`} className="block pad">
        {q === "" ? say("All sessions") : say("Search all conversations")}
      </Link>
    </div>
  );
}

const LateRow = memo(function LateRow({ row, ago, here }: { row: TalkRow; ago: string; here: boolean }) {
  return (
    <Link href={pageOf(row)} className={css["row"]} aria-current={here ? "page" : undefined} title={row.question}>
      <StateMark state={row.state} />
      <span className="clamp wrap" lang="">
        {row.pinned && <Pin size={12} aria-label={say("Pinned")} />} {rowTitle(row)}
      </span>
      <span className={`${css["when"]} muted nowrap grid items-end`}>
        <time dateTime={row.created}>{ago}</time>
        {row.turns > 1 && (
          <small title={say("{count, plural, one {# question} other {# questions}}", { count: row.turns })}>
            <span aria-hidden="true">{say("{count, plural, one {# turn} other {# turns}}", { count: row.turns })}</span>
            <span className="unseen">
              {say("{count, plural, one {# question} other {# questions}}", { count: row.turns })}
            </span>
          </small>
        )}
      </span>
    </Link>
  );
});

function byDay(rows: readonly TalkRow[], now: Date): [string, TalkRow[]][] {
  const days = new Map<string, TalkRow[]>();
  for (const row of rows) {
    const day = row.pinned ? say("Pinned") : row.door === "example" ? say("Examples") : dayTitle(row.created, now);
    days.set(day, [...(days.get(day) ?? []), row]);
  }
  const place = ([day]: [string, TalkRow[]]): number => (day === say("Pinned") ? 0 : day === say("Examples") ? 2 : 1);
  return [...days].sort((one, other) => place(one) - place(other));
}
