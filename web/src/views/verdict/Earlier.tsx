// What came of the same question before? Earlier sessions that asked it, newest first.
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import { Card } from "@/controls/Card";
import { useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { stateWords } from "@/hooks/sessions";
import { day, say } from "@/language/say";
import { client, given } from "@/wire/client";
import { titled } from "./outcome";
import css from "./verdict.module.css";

const MOST = 8;

export function Earlier() {
  const { id } = useSteering();
  const [session, question] = useMoment(({ state }) => [state.session, state.question.text] as const);
  const { data } = useQuery({
    queryKey: ["sessions", "asked", question],
    enabled: id !== null && question !== "",
    queryFn: async () =>
      given(await client.GET("/api/sessions", { params: { query: { q: question.slice(0, 200), limit: 50 } } })),
  });
  const same = data?.sessions.filter((row) => row.session !== session && isBeginning(row.question, question)) ?? [];
  if (same.length === 0) return null;
  return (
    <Card title={say("The same question before")}>
      <ul className={css["earlier"]}>
        {same.slice(0, MOST).map((row) => (
          <li key={row.session}>
            <Link href={`/s/${row.session}/result`}>
              <b>{titled(row.verdict_class === "" ? stateWords(row.state) : row.verdict_class)}</b>
              <span>{titled(row.protocol)}</span>
              <time dateTime={row.created}>{day(row.created)}</time>
            </Link>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** A list's beginning of a question against the whole one. */
function isBeginning(beginning: string, question: string): boolean {
  const flat = (words: string): string => words.replace(/\s+/g, " ").trim();
  const cut = flat(beginning).replace(/\s*…$/, "");
  return cut !== "" && (flat(beginning) === cut ? flat(question) === cut : flat(question).startsWith(cut));
}
