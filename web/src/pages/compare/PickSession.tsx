// Which session is meant? A list that is searched; sessions that belong to the other one come first.
import { useDeferredValue, useState } from "react";
import { Link } from "wouter";
import { Bone, Empty, Failed } from "@/controls/Card";
import { TextField } from "@/controls/Field";
import { costWords, titled } from "@/councils/words";
import { shortOf } from "@/councils/roster";
import { rowTitle, stateWords } from "@/hooks/sessions";
import { locale, Say, say } from "@/language/say";
import { problemFrom } from "@/wire/client";
import type { SessionRow } from "@/wire/types";
import { useChoices } from "./comparison";
import css from "./compare.module.css";

interface Given {
  title?: string;
  /** The session that is chosen already: it is not offered. */
  other?: string;
  onPick: (session: string) => void;
}

export function PickSession({ title, other = "", onPick }: Given) {
  const [words, write] = useState("");
  const q = useDeferredValue(words).trim();
  const found = useChoices(q);
  const rows = near(found.data ?? [], other);
  return (
    <div className="stack slim">
      {title !== undefined && <h2>{title}</h2>}
      <TextField
        label={say("Search sessions")}
        type="search"
        unseen
        placeholder={say("Search sessions…")}
        value={words}
        onText={write}
      />
      {found.isPending ? (
        <Bone height="12em" />
      ) : found.data === undefined ? (
        <Failed problem={problemFrom(found.error)} again={() => void found.refetch()} />
      ) : rows.length === 0 ? (
        <Nothing asked={q !== ""} alone={other !== ""} />
      ) : (
        <ul className={`${css["rows"]} stack tight scroll`} aria-busy={found.isFetching}>
          {rows.map((row) => (
            <li key={row.session}>
              <button
                type="button"
                className="box grid gap-small wide"
                onClick={() => {
                  onPick(row.session);
                }}
              >
                <span lang="" className="cut">
                  {rowTitle(row)}
                </span>
                {row.answer !== "" && (
                  <small className="cut" lang="">
                    {row.answer}
                  </small>
                )}
                <small className="dotted">
                  <span>{moment(row.created)}</span>
                  <span>{titled(row.protocol)}</span>
                  {[row.council, membersOf(row)].filter(Boolean).map((part) => (
                    <span key={part} lang="">
                      {part}
                    </span>
                  ))}
                  {row.winner !== "" && (
                    <span>
                      <Say
                        text="first: <model></model>"
                        tags={{ model: () => <span lang="">{shortOf(row.winner)}</span> }}
                      />
                    </span>
                  )}
                  {[costWords(row), stateWords(row.state), kin(row, other)].filter(Boolean).map((part) => (
                    <span key={part}>{part}</span>
                  ))}
                </small>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

/** The day and the second: sessions of one question are told apart by them. */
const moment = (created: string): string =>
  new Date(created).toLocaleString(locale, { dateStyle: "medium", timeStyle: "medium" });

/** Who sat there; each model once. */
const membersOf = ({ members }: SessionRow): string => [...new Set(members.map(shortOf))].join(", ");

/** How a session belongs to the other one, where it does. */
function kin(row: SessionRow, other: string): string {
  return other !== "" && row.fork_of === other ? say("asked again from the other one") : "";
}

/** Without the one that is chosen, and with those first that go back to it. */
function near(rows: readonly SessionRow[], other: string): SessionRow[] {
  const rest = rows.filter((row) => row.session !== other);
  const source = rows.find((row) => row.session === other);
  const close = (row: SessionRow): boolean =>
    other !== "" &&
    (row.fork_of === other ||
      row.session === source?.fork_of ||
      (source !== undefined && source.fork_of !== null && row.fork_of === source.fork_of));
  return [...rest.filter(close), ...rest.filter((row) => !close(row))];
}

function Nothing({ asked, alone }: { asked: boolean; alone: boolean }) {
  if (asked)
    return (
      <Empty title={say("No session is like that.")}>
        <p>{say("Look for fewer words.")}</p>
      </Empty>
    );
  return (
    <Empty title={alone ? say("There is no other session.") : say("There is no session yet.")}>
      <p>{say("Ask a question again with another chair, or ask another one; then the two can be compared.")}</p>
      <Link href="/">{say("Ask a question")}</Link>
    </Empty>
  );
}
