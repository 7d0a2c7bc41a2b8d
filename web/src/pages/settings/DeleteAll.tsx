// How do all sessions go? Asked by name, one after another, told as it goes; what cannot go, such as a running one, stays.
import { useQueryClient } from "@tanstack/react-query";
import { Trash2 } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Button } from "@/controls/Button";
import { Confirm } from "@/controls/Confirm";
import { deleted } from "@/hooks/sessions";
import { say } from "@/language/say";
import { client, given, problemFrom } from "@/wire/client";
import type { SessionRow } from "@/wire/types";
import css from "./settings.module.css";

const PAGE = 100;
/** More of those that stay are only counted. */
const MOST_TOLD = 20;

interface Going {
  busy: boolean;
  gone: number;
  kept: readonly string[];
  /** Why it broke off; empty when it came to its end. */
  wrong: string;
}

export function DeleteAll() {
  const queries = useQueryClient();
  const [asks, ask] = useState(false);
  const [going, tell] = useState<Going | null>(null);
  const goes = useRef(false);
  useEffect(
    () => () => {
      goes.current = false; // nothing is deleted out of sight
    },
    [],
  );
  const remove = async (): Promise<void> => {
    goes.current = true;
    let now: Going = { busy: true, gone: 0, kept: [], wrong: "" };
    tell(now);
    try {
      for (let before: number | null = null; goes.current;) {
        const query = { limit: PAGE, ...(before === null ? {} : { before }) };
        const page: { sessions: SessionRow[]; next: number | null } = given(
          await client.GET("/api/sessions", { params: { query } }),
        );
        for (const row of page.sessions) {
          if (!goes.current) break;
          const why = await deleted(row);
          now = why === "" ? { ...now, gone: now.gone + 1 } : { ...now, kept: [...now.kept, why] };
          tell(now);
        }
        if (page.next === null) break;
        before = page.next;
      }
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      now = { ...now, wrong: `${message} ${remedy}` };
    }
    goes.current = false;
    tell({ ...now, busy: false });
    await queries.invalidateQueries({ queryKey: ["sessions"] });
  };
  return (
    <section className={`${css["item"]} stack box ink plain slim`}>
      <h3>
        <Trash2 size={16} aria-hidden="true" /> {say("Delete all sessions")}
      </h3>
      <p className="muted small measure">
        {say(
          "Everything that was said in them goes, and cannot be brought back. Councils, rubrics, endpoints and keys stay.",
        )}
      </p>
      <div className={`${css["row"]} row`}>
        {going?.busy === true ? (
          <Button
            onClick={() => {
              goes.current = false;
            }}
          >
            {say("Stop deleting")}
          </Button>
        ) : (
          <Button
            kind="danger"
            onClick={() => {
              ask(true);
            }}
          >
            {say("Delete all sessions")}
          </Button>
        )}
        {going !== null && (
          <span role="status">
            {going.busy
              ? say("{count, plural, one {# session} other {# sessions}} deleted …", { count: going.gone })
              : say("{count, plural, one {# session} other {# sessions}} deleted.", { count: going.gone })}
          </span>
        )}
      </div>
      {going !== null && <Kept going={going} />}
      {asks && (
        <Confirm
          title={say("Delete every session?")}
          does={say("Delete all sessions")}
          typed={say("all sessions")}
          onConfirm={() => {
            void remove();
          }}
          onClose={() => {
            ask(false);
          }}
        >
          {say(
            "Every question, answer, judgement and verdict goes, of imported sessions too. Export all of them first to keep a copy. Sessions that run are left as they are.",
          )}
        </Confirm>
      )}
    </section>
  );
}

function Kept({ going: { kept, wrong } }: { going: Going }) {
  if (kept.length === 0 && wrong === "") return null;
  return (
    <div role="alert" className="stack loose">
      {wrong !== "" && (
        <p className="bad small">{say("It broke off: {wrong} What is not deleted yet is kept.", { wrong })}</p>
      )}
      {kept.length > 0 && (
        <p>{say("{count, plural, one {# session is} other {# sessions are}} kept:", { count: kept.length })}</p>
      )}
      {kept.slice(0, MOST_TOLD).map((words, at) => (
        <p key={`${String(at)}${words}`} className="bad small">
          {words}
        </p>
      ))}
      {kept.length > MOST_TOLD && <p>{say("and {count, number} more.", { count: kept.length - MOST_TOLD })}</p>}
    </div>
  );
}
