// Can the result be checked? Its digest, a run of the rules over the record, what it rests on, and the record to take along.
import { useMutation } from "@tanstack/react-query";
import { BadgeCheck } from "lucide-react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { Checks } from "@/controls/Checks";
import { Coded } from "@/controls/Coded";
import { copied } from "@/controls/CopyButton";
import { tabBrought } from "@/findings/brought";
import { useLooks, useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { stageOf, stageTitle } from "@/playback/keys";
import { toldOf } from "@/transcript/named";
import { client, given, problemFrom } from "@/wire/client";
import css from "./verdict.module.css";

export function Proof() {
  const { id, base } = useSteering();
  const looks = useLooks();
  const [digest, moot, protocol, resumed, notes] = useMoment(
    ({ state }) => [state.digest, state.moot, state.protocol, state.resumed, state.notes] as const,
  );
  const check = useMutation({
    mutationFn: async (session: string) =>
      given(await client.GET("/api/sessions/{session}/check", { params: { path: { session } } })),
  });
  return (
    <div className="stack slim">
      {digest !== "" && (
        <p className="dotted">
          <span>
            {say("Digest")}{" "}
            <button
              type="button"
              className={css["digest"]}
              title={digest}
              onClick={() => void copied(digest, say("The digest is copied."))}
            >
              <span className="unseen">{`${say("Copy")} `}</span>
              {digest.slice(0, 8)}…{digest.slice(-8)}
            </button>
          </span>
          <span>{titleOf(protocol)}</span>
          {moot !== "" && <span>Moot {moot}</span>}
          {resumed > 0 && (
            <span>{say("resumed {times, plural, one {# time} other {# times}}", { times: resumed })}</span>
          )}
        </p>
      )}
      {notes.map((note) => (
        <p key={note}>
          <Coded text={toldOf(note, looks)} />
        </p>
      ))}
      <RestsOn />
      <div className="row">
        {id !== null && digest !== "" && (
          <Button
            disabled={check.isPending}
            onClick={() => {
              check.mutate(id);
            }}
          >
            <BadgeCheck size={16} /> {check.isPending ? say("Counting again …") : say("Check it by replay")}
          </Button>
        )}
        <Link href={`${base}/watch?t=0`}>{say("Replay the session")}</Link>
        {id !== null && (
          <a href={`/api/sessions/${encodeURIComponent(id)}/export?format=markdown`} download="">
            {say("Export as Markdown")}
          </a>
        )}
      </div>
      <div aria-live="polite">
        {check.data?.replay === "follows" && (
          <p className="good">{say("The same verdict was reached again from the ballots; nobody was asked.")}</p>
        )}
        {check.data !== undefined && <Checks of={check.data} />}
        <Refusal problem={check.error === null ? null : problemFrom(check.error)} />
      </div>
    </div>
  );
}

/** What the verdict rests on, by stage. */
function RestsOn() {
  const { base } = useSteering();
  const keys = useMoment(({ state }) => state.verdict?.rests_on);
  const stages = useMoment(({ state }) => state.entered);
  const counted = stages
    .map((stage) => [stage, (keys ?? []).filter((key) => stageOf(key) === stage).length] as const)
    .filter(([, count]) => count > 0);
  if (counted.length === 0) return null;
  return (
    <ul className={`${css["line"]} row muted snug`} aria-label={say("Rests on")}>
      {counted.map(([stage, count]) => (
        <li key={stage}>
          <Link href={`${base}/transcript?tab=${tabOf(stage)}`}>{stageTitle(stage)}</Link>{" "}
          {say("{records, plural, one {# record} other {# records}}", { records: count })}
        </li>
      ))}
    </ul>
  );
}

/** The tab of the transcript where a stage is: rounds may share one. */
const tabOf = (stage: string): string => encodeURIComponent(tabBrought(stage)?.together ?? stage);
