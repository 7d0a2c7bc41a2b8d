// What went along from earlier in the conversation? Every turn as prompts hold it: whole, or in a summary's place.
import { FileText } from "lucide-react";
import { Link } from "wouter";
import { useQuery } from "@tanstack/react-query";
import { Chip } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { Markdown } from "@/markdown/Markdown";
import { client, given } from "@/wire/client";
import type { MoveView, Schemas, SessionState } from "@/wire/types";
import css from "./council.module.css";

type Turn = SessionState["question"]["history"][number];
type Carried = Schemas["Carried"];
const SUMMARY = "history/chair";

export function Along() {
  const { history, carried } = useMoment(({ state }) => state.question);
  const move = useMoment(({ state }) => state.moves[SUMMARY]);
  const begun = useMoment(({ state }) => state.entered.length > 0);
  if (history.length === 0 && carried === null) return null;
  const first = 1 + (carried?.before ?? 0);
  const cut = carried?.summarise ?? 0;
  return (
    <section className={css["earlier"]} aria-label="Earlier in this conversation">
      <Turns />
      {carried !== null && <Instead {...{ carried, move, begun }} />}
      {history.map((turn, at) => (
        <Told key={at} turn={turn} number={first + at} whole={at >= cut} />
      ))}
    </section>
  );
}

/** What stands in prompts for the turns that do not go along whole. */
function Instead({ carried, move, begun }: { carried: Carried; move: MoveView | undefined; begun: boolean }) {
  const { before, summarise, summary, source, longest } = carried;
  const { id } = useSteering();
  const last = before + summarise;
  if (summarise === 0)
    return (
      <Disclosure title={`A summary of ${turnsWords(1, before)}`} note="in place of these turns">
        <Markdown text={summary} />
        <p className={css["quiet"]}>
          The chair wrote it in{" "}
          {id === null ? "an earlier session" : <Link href={`/s/${source}`}>an earlier session</Link>}; every member
          reads it.
        </p>
      </Disclosure>
    );
  if (move?.state === "spoke")
    return (
      <Disclosure title={`A summary of ${turnsWords(1, last)}, written by the chair`} note="in place of these turns">
        <Markdown text={move.text} />
        {longest > 0 && (
          <p className={css["quiet"]}>The chair read the first {longest.toLocaleString("en")} bytes of each text.</p>
        )}
      </Disclosure>
    );
  if (move?.state === "failed" || move?.state === "late" || begun)
    return (
      <p role="status" className={css["quiet"]}>
        No summary of {turnsWords(before + 1, last)} could be written
        {move === undefined ? "" : ` (${move.cause})`}: their beginnings go along instead, cut with a mark.
      </p>
    );
  return (
    <p role="status" className={css["quiet"]}>
      The chair summarises {turnsWords(1, last)}, which do not fit what every member reads.
    </p>
  );
}

function Told({ turn, number, whole }: { turn: Turn; number: number; whole: boolean }) {
  return (
    <Disclosure
      title={beginning(turn.question)}
      note={`turn ${String(number)}, ${whole ? "goes along whole" : "summarised"}`}
    >
      {turn.question.length > LONG && <Markdown text={turn.question} />}
      {turn.attachments.length > 0 && (
        <p className={css["files"]}>
          {turn.attachments.map(({ name, digest }) => (
            <Chip key={digest + name}>
              <FileText size={13} aria-hidden="true" /> {name}
            </Chip>
          ))}
        </p>
      )}
      <Markdown text={turn.answer} />
    </Disclosure>
  );
}

/** Ways to the conversation's other sessions. */
function Turns() {
  const { id } = useSteering();
  const thread = useMoment(({ state }) => state.thread);
  const found = useQuery({
    queryKey: ["sessions", "thread", thread],
    enabled: id !== null && thread !== null,
    queryFn: async () =>
      given(await client.GET("/api/threads/{conversation}", { params: { path: { conversation: thread ?? "" } } })),
  });
  if (found.data === undefined || found.data.sessions.length < 2) return null;
  return (
    <nav aria-label="Questions of this conversation" className={css["turns"]}>
      {found.data.sessions.map(({ session, question }, at) => (
        <Link
          key={session}
          href={`/s/${encodeURIComponent(session)}/council`}
          title={question}
          aria-current={session === id ? "page" : undefined}
        >
          {at + 1}
        </Link>
      ))}
    </nav>
  );
}

const LONG = 160;
const beginning = (question: string): string =>
  question.length > LONG ? `${question.slice(0, LONG).trimEnd()}…` : question;
const turnsWords = (first: number, last: number): string =>
  first === last ? `turn ${String(first)}` : `turns ${String(first)} to ${String(last)}`;
