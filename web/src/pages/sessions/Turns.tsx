// What was asked in a conversation? Its questions, oldest first, each with how it stands and a way to it.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Bone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { StateMark } from "@/controls/StateMark";
import { turnsOf, type TalkRow } from "@/hooks/sessions";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import css from "./sessions.module.css";

export function Turns({ row }: { row: TalkRow }) {
  const turns = useQuery({ queryKey: ["sessions", "turns", row.conversation], queryFn: () => turnsOf(row) });
  if (turns.error !== null && turns.data === undefined)
    return (
      <p role="alert" className={css["turns"]}>
        <Coded text={problemFrom(turns.error).message} />
      </p>
    );
  return (
    <ol
      className={css["turns"]}
      aria-label={say("Questions of “{title}”", { title: row.title })}
      aria-busy={turns.isPending}
    >
      {turns.data === undefined && <Bone width="60%" />}
      {turns.data?.map(({ session, state, question }) => (
        <li key={session}>
          <StateMark state={state} />
          <Link href={`/s/${session}`} lang="">
            {question}
          </Link>
        </li>
      ))}
    </ol>
  );
}
