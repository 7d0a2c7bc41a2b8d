// What was asked, with which files, and what was asked before it in the same conversation?
import { FileText } from "lucide-react";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import { Bone, Chip } from "@/controls/Card";
import { Disclosure } from "@/controls/Disclosure";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { Markdown } from "@/markdown/Markdown";
import { client, given, problemFrom } from "@/wire/client";
import type { SessionState } from "@/wire/types";
import { Refusal } from "./Refusal";
import css from "./council.module.css";

export function Question() {
  const question = useMoment(({ state }) => state.question);
  const thread = useMoment(({ state }) => state.thread);
  const forked = useMoment(({ state }) => state.fork);
  const { id } = useSteering();
  return (
    <header className={css["question"]}>
      {id !== null && thread !== null ? (
        <Conversation thread={thread} session={id} />
      ) : (
        <History turns={question.history} />
      )}
      {question.text.length > 240 ? (
        <div className={css["long"]}>
          <h2 className="unseen">The question</h2>
          <Markdown text={question.text} />
        </div>
      ) : (
        <h2 className={css["asked"]}>{question.text}</h2>
      )}
      {(question.attachments.length > 0 || forked !== null) && (
        <p className={css["files"]}>
          {question.attachments.map(({ name, digest, size }) => (
            <Chip key={digest + name} title={`${size.toLocaleString("en")} bytes`}>
              <FileText size={13} aria-hidden="true" /> {name}
            </Chip>
          ))}
          {forked !== null && (
            <Chip tone="gold">
              made anew from {forked.stage}
              {id !== null && (
                <>
                  {" "}
                  of <Link href={`/s/${encodeURIComponent(forked.session)}`}>an earlier session</Link>
                </>
              )}
            </Chip>
          )}
        </p>
      )}
    </header>
  );
}

/** Earlier turns as they were carried into this session. */
function History({ turns }: { turns: SessionState["question"]["history"] }) {
  if (turns.length === 0) return null;
  return (
    <div className={css["earlier"]}>
      {turns.map(({ question, answer }, at) => (
        <Disclosure key={at} title={question} note="earlier">
          <Markdown text={answer} />
        </Disclosure>
      ))}
    </div>
  );
}

/** Earlier sessions of the conversation, each folded until it is asked for. */
function Conversation({ thread, session }: { thread: string; session: string }) {
  const found = useQuery({
    queryKey: ["thread", thread],
    queryFn: async () =>
      given(await client.GET("/api/threads/{conversation}", { params: { path: { conversation: thread } } })),
  });
  const turns = useMoment(({ state }) => state.question.history);
  if (found.data === undefined) return <History turns={turns} />;
  const before = found.data.sessions
    .filter((row) => row.session !== session)
    .sort((one, other) => one.number - other.number);
  const mine = found.data.sessions.find((row) => row.session === session)?.number ?? Infinity;
  const earlier = before.filter((row) => row.number < mine);
  if (earlier.length === 0) return null;
  return (
    <div className={css["earlier"]}>
      {earlier.map((row) => (
        <Earlier key={row.session} session={row.session} question={row.question} />
      ))}
    </div>
  );
}

function Earlier({ session, question }: { session: string; question: string }) {
  const [open, setOpen] = useState(false);
  const result = useQuery({
    queryKey: ["session", session],
    enabled: open,
    queryFn: async () => given(await client.GET("/api/sessions/{session}", { params: { path: { session } } })),
  });
  return (
    <Disclosure title={question} note="earlier" open={open} onOpen={setOpen}>
      {result.isPending && open && <Bone width="70%" />}
      {result.isError && <Refusal problem={problemFrom(result.error)} />}
      {result.data !== undefined && (
        <>
          {result.data.verdict === null ? (
            <p>{result.data.message || "No verdict was given."}</p>
          ) : (
            <Markdown text={result.data.verdict} />
          )}
          <p>
            <Link href={`/s/${encodeURIComponent(session)}/council`}>Open this session</Link>
          </p>
        </>
      )}
    </Disclosure>
  );
}
