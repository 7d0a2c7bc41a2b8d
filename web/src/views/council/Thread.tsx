// The other questions of a conversation, earlier and later ones: one line until it is unfolded, then every question with its
// answer folded below it, and a link to its session.
import { ArrowUpRight } from "lucide-react";
import { useState } from "react";
import { Link } from "wouter";
import { useQuery } from "@tanstack/react-query";
import { Bone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Disclosure } from "@/controls/Disclosure";
import { useMoment, useTransport } from "@/hooks/session";
import { useThread } from "@/hooks/sessions";
import { say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { cut } from "@/transcript/wording";
import { leadOf } from "@/views/verdict/lead";
import { client, given } from "@/wire/client";
import type { SessionRow } from "@/wire/types";
import { Summary, SummaryTold } from "./Summary";
import { turnsOf, type Turn } from "./turns";

export function Thread() {
  const { history, carried } = useMoment(({ state }) => state.question);
  const [open, unfold] = useState(false);
  const turns = turnsOf(history, useOthers().before, carried);
  if (turns.length === 0 && carried === null) return null;
  return (
    <section className="stack tight measure" aria-label={say("Earlier in this conversation")}>
      <SummaryTold />
      <Disclosure
        title={say("{turns, plural, =1 {One earlier question} other {# earlier questions}}", {
          turns: Math.max(turns.length, 1),
        })}
        note={turns.at(-1) === undefined ? undefined : cut(turns.at(-1)?.question ?? "", 60)}
        open={open}
        onOpen={unfold}
      >
        {open && (
          <>
            <h2 className="unseen">{say("Earlier in this conversation")}</h2>
            <Summary />
            {turns.map((turn, at) => (
              <Told key={turn.session ?? at} turn={turn} />
            ))}
          </>
        )}
      </Disclosure>
    </section>
  );
}

/** Questions that were asked after this one. */
export function Later() {
  const { after } = useOthers();
  const [open, unfold] = useState(false);
  const last = after.at(-1);
  if (last === undefined) return null;
  return (
    <section className="measure" aria-label={say("Later in this conversation")}>
      <Disclosure
        title={say("{turns, plural, =1 {One later question} other {# later questions}}", { turns: after.length })}
        note={cut(last.question, 60)}
        open={open}
        onOpen={unfold}
      >
        {open && turnsOf([], after, null).map((turn) => <Told key={turn.session} turn={turn} />)}
      </Disclosure>
    </section>
  );
}

/** The sessions of the conversation before and after this one, oldest first; none where the server cannot be asked. */
function useOthers(): { before: readonly SessionRow[]; after: readonly SessionRow[] } {
  const here = useMoment(({ state }) => state.session);
  const all =
    useThread(
      useTransport(({ conversation }) => conversation),
      here,
    ).data ?? [];
  const at = all.findIndex(({ session }) => session === here);
  return at < 0 ? { before: [], after: [] } : { before: all.slice(0, at), after: all.slice(at + 1) };
}

function Told({ turn }: { turn: Turn }) {
  const [open, unfold] = useState(false);
  const { question, answer, number, whole, session, files } = turn;
  const note =
    number === null
      ? undefined
      : whole
        ? say("turn {number, number}, goes along whole", { number })
        : say("turn {number, number}, summarised", { number });
  return (
    <Disclosure
      title={
        <>
          {cut(question, 160)}
          {!open && answer !== null && <small className="muted block light">{leadOf(answer).headline}</small>}
        </>
      }
      note={note}
      open={open}
      onOpen={unfold}
    >
      {open && (
        <div className="stack">
          {question.length > 160 && <Markdown text={question} />}
          {files.length > 0 && <p className="muted small light">{say("With {files}.", { files: files.join(", ") })}</p>}
          {answer === null ? session !== null && <Fetched session={session} /> : <Markdown text={answer} />}
          {session !== null && (
            <Link href={`/s/${encodeURIComponent(session)}`}>
              {say("Open this session")} <ArrowUpRight size={14} aria-hidden="true" />
            </Link>
          )}
        </div>
      )}
    </Disclosure>
  );
}

/** An answer that did not come along: asked for when it is unfolded. */
function Fetched({ session }: { session: string }) {
  const found = useQuery({
    queryKey: ["sessions", "answer", session],
    queryFn: async () => given(await client.GET("/api/sessions/{session}/result", { params: { path: { session } } })),
  });
  if (found.isPending) return <Bone height="3em" />;
  if (found.data === undefined)
    return <p role="alert">{say("This answer could not be fetched. Open its session instead.")}</p>;
  const { body, message, reason } = found.data;
  if (body !== null) return <Markdown text={body} />;
  return (
    <p className="muted small light">
      <Coded text={say("No answer was reached. {message}", { message: message || reason })} />
    </p>
  );
}
