// What can be looked at and asked first? Written examples, and questions that councils are good at.
import { Link } from "wouter";
import { rowTitle, useLate } from "@/hooks/sessions";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import css from "./convene.module.css";

const EXAMPLES = [
  say("Should a small town own its water system?"),
  say("We have three engineers and one year: one service, or several?"),
  say("Is a four-day week worth it for a clinic with two doctors?"),
  say("Which single measure would cut our support queue most?"),
] as const;

/** Written deliberations, one for each protocol, as long as they are among the latest conversations. */
export function WrittenExamples() {
  const rows = useLate("").data?.sessions.filter((row) => row.door === "example") ?? [];
  if (rows.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="written">
      <h2 id="written">{say("Examples")}</h2>
      <p>{say("Written in advance to show what a council does; not results of real models.")}</p>
      <ul className="tiles">
        {rows.map((row) => (
          <li key={row.session}>
            <Link href={`/s/${row.session}`} className="box grid gap-small tall ink plain">
              <strong>{titleOf(row.protocol)}</strong>
              <span lang="en" className="clamp muted">
                {rowTitle(row)}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Examples({ onTake }: { onTake: (question: string) => void }) {
  return (
    <ul className={`${css["examples"]} row`} aria-label={say("Questions to begin with")}>
      {EXAMPLES.map((example) => (
        <li key={example}>
          <button
            type="button"
            onClick={() => {
              onTake(example);
            }}
          >
            {example}
          </button>
        </li>
      ))}
    </ul>
  );
}
