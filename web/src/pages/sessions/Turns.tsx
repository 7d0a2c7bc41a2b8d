// What was asked in a conversation? Its questions, oldest first, each with how it stands and a way to it.
import { Link } from "wouter";
import { Bone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { StateMark } from "@/controls/StateMark";
import { pageOf, useThread, type TalkRow } from "@/hooks/sessions";
import { say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import css from "./sessions.module.css";

export function Turns({ row }: { row: TalkRow }) {
  const turns = useThread(row.conversation);
  if (turns.error !== null && turns.data === undefined)
    return (
      <p role="alert" className={`${css["turns"]} stack tight small across`}>
        <Coded text={problemFrom(turns.error).message} />
      </p>
    );
  return (
    <ol
      className={`${css["turns"]} stack tight small across`}
      aria-label={say("Questions of “{title}”", { title: row.title })}
      aria-busy={turns.isPending}
    >
      {turns.data === undefined && <Bone width="60%" />}
      {turns.data?.map((turn) => (
        <li key={turn.session}>
          <StateMark state={turn.state} />
          <Link href={pageOf(turn)} lang="">
            {turn.question}
          </Link>
        </li>
      ))}
    </ol>
  );
}
