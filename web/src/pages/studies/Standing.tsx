// How far is a study? A bar of its sessions by how they ended, the same in words, and what to type where something is left.
import type { CSSProperties } from "react";
import { Chip, type Tone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { CopyButton } from "@/controls/CopyButton";
import { money } from "@/councils/money";
import { say } from "@/language/say";
import { listed, number } from "@/language/written";
import type { StudyHead, StudyRow } from "./asked";
import { sessions, stateOf } from "./words";
import figures from "../figures.module.css";
import css from "./studies.module.css";

const TONES: Readonly<Record<StudyRow["state"], Tone>> = {
  running: "gold",
  whole: "good",
  failed: "bad",
  unfinished: "mid",
};

export const StateChip = ({ row }: { row: StudyRow }) => (
  <>
    <Chip tone={row.state === "whole" && row.degraded > 0 ? "mid" : TONES[row.state]}>{stateOf(row)}</Chip>
    {row.scripted > 0 && (
      <>
        {" "}
        <Chip title={scriptedWords(row)}>{say("Demo")}</Chip>
      </>
    )}
  </>
);

const scriptedWords = ({ scripted }: StudyRow): string =>
  say("Scripted voices answered {count} of its sessions: figures of them say nothing of any model.", {
    count: number(scripted),
  });

/** That figures are not of models; in words, because on a phone nobody can point at the mark that says so. */
export const Scripted = ({ row }: { row: StudyRow }) =>
  row.scripted > 0 && <p className={`${figures["how"]} small wrap`}>{scriptedWords(row)}</p>;

/** `$0.50 of $2.00, up to $0.10 more may still be charged`. While sessions run, most of that is of calls that are made
 * now and come to less by themselves. */
export function costWords({ spent, pending, budget, running }: StudyRow): string {
  const of =
    budget === null ? money(spent) : say("{spent} of {budget}", { spent: money(spent), budget: money(budget) });
  if (pending === 0) return of;
  const sum = { sum: money(pending) };
  const more =
    budget === null || running > 0
      ? say("up to {sum} more may still be charged", sum)
      : say("up to {sum} more may still be charged, and is held against the budget", sum);
  return listed([of, more]);
}

/** Why sessions have no result, and why others are left. Where many failed, it was not looked at all of them. */
export function Causes({ head: { study, causes, left, arms: every } }: { head: StudyHead }) {
  if (causes.length + left.length === 0) return null;
  const looked = causes.reduce((sum, { sessions: many }) => sum + many, 0);
  return (
    <ul className="stack tight sunk wrap above" aria-label={say("Why sessions have no result")}>
      {causes.map(({ why, sessions: many, arms }) => (
        <li key={why}>
          <Of arms={every.length > 1 ? arms : []} />
          {looked < study.failed
            ? say("{count} of {looked} failed sessions that were looked at:", {
                count: number(many),
                looked: number(looked),
              })
            : say("{sessions} failed:", { sessions: sessions(many) })}{" "}
          <Coded text={why} />
        </li>
      ))}
      {left.map(({ why, sessions: many, arms }) => (
        <li key={why}>
          <Of arms={every.length > 1 ? arms : []} />
          {say("{sessions} left:", { sessions: sessions(many) })} <Coded text={why} />
        </li>
      ))}
    </ul>
  );
}

/** `base and judged: `, before what became of sessions of these arms. */
const Of = ({ arms }: { arms: readonly string[] }) => (arms.length === 0 ? null : <>{listed([...arms])}: </>);

const PARTS = ["whole", "degraded", "failed", "running"] as const;

export function Bar({ row }: { row: StudyRow }) {
  const counts = { whole: row.done - row.degraded, degraded: row.degraded, failed: row.failed, running: row.running };
  return (
    <div className={`${css["bar"]} flex hidden on-sunk`} role="img" aria-label={standingWords(row)}>
      {PARTS.filter((part) => counts[part] > 0).map((part) => (
        <i key={part} data-part={part} style={{ "--n": counts[part] } as CSSProperties} />
      ))}
      {row.left > 0 && <i data-part="left" style={{ "--n": row.left } as CSSProperties} />}
    </div>
  );
}

/** `40 of 96 finished, 3 of them degraded, 2 failed and 51 left`. */
export function standingWords(row: StudyRow): string {
  const parts = [say("{done} of {all} finished", { done: number(row.done), all: number(row.sessions) })];
  if (row.degraded > 0) parts.push(say("{count} of them degraded", { count: number(row.degraded) }));
  if (row.running > 0) parts.push(say("{count} running", { count: number(row.running) }));
  if (row.failed > 0) parts.push(say("{count} failed", { count: number(row.failed) }));
  if (row.left > 0) parts.push(say("{count} left", { count: number(row.left) }));
  return listed(parts);
}

export function StandingWords({ row }: { row: StudyRow }) {
  return <p className={`${figures["how"]} small wrap`}>{standingWords(row)}</p>;
}

/** Results that no asking again changes. */
export function Untouched({ head: { again } }: { head: StudyHead }) {
  return (
    <>
      {again.cannot.map(({ why, sessions }) => (
        <p key={why} className="ink">
          {say("{sessions, plural, one {# session} other {# sessions}} cannot be asked again:", { sessions })}{" "}
          <Coded text={why} />
        </p>
      ))}
    </>
  );
}

/** What to type so that a study goes on, or that what failed is asked again; nothing where it is whole. */
export function Commands({ head: { study: row, again } }: { head: StudyHead }) {
  const id = row.id.slice(0, 8);
  if (row.asked_by !== "")
    return (
      <p className={`${figures["how"]} small wrap`}>
        {say("Its questions are being asked by {process}. Stopped, it keeps what is finished.", {
          process: processWords(row.asked_by),
        })}
      </p>
    );
  return (
    <>
      {row.left + row.running > 0 && row.corpus !== "" && (
        <Typed title={say("To go on with what is left, at a terminal:")} text={`moot study run ${id}`} />
      )}
      {again.failed + again.degraded > 0 && row.corpus === "" && (
        <Typed
          title={say("To ask again what failed, and what is missing from degraded results:")}
          text={`moot study retry ${id}${again.degraded > 0 ? " --degraded" : ""}`}
        />
      )}
    </>
  );
}

export function Typed({ title, text }: { title: string; text: string }) {
  return (
    <p className="row small">
      {title} <code>{text}</code> <CopyButton text={text} name={say("Copy the command")} />
    </p>
  );
}

/** `process 7 on host`, as the server names whoever asks. */
function processWords(asked: string): string {
  if (asked === "this server") return say("this server");
  const [, process, host] = /^process (\d+) on (.+)$/.exec(asked) ?? [];
  return process === undefined || host === undefined ? asked : say("process {process} on {host}", { process, host });
}
