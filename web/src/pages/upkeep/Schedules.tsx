// Which councils meet by themselves? When each is due next, what came of its last times, and what can be done with it.
import { useState } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Card, Chip, type Tone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Confirm } from "@/controls/Confirm";
import { Say, say } from "@/language/say";
import { Awaited } from "../Awaited";
import { momentOf, whenOf } from "./when";
import { pause, remove, runNow, useSchedules, type Schedule } from "./asked";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

type Fire = Schedule["times"][number];
const STATES: Record<Fire["state"], { tone: Tone; says: string }> = {
  due: { tone: "mid", says: say("due") },
  opened: { tone: "mid", says: say("running") },
  ended: { tone: "good", says: say("done") },
  failed: { tone: "bad", says: say("failed") },
  missed: { tone: "plain", says: say("missed") },
  unpaid: { tone: "bad", says: say("budget used up") },
};

/** With `bare` nothing is shown while there is none. */
export function Schedules({ bare }: { bare: boolean }) {
  const asked = useSchedules();
  if (bare && asked.data?.schedules.length === 0) return null;
  return (
    <Card title={say("Schedules")} id="schedules">
      <Awaited asked={asked} waits={say("Figures are being made")}>
        {({ schedules }) => (
          <>
            {schedules.length === 0 ? (
              <p className={`${css["how"]} small wrap`}>
                <Say
                  text="A council can answer a question on a schedule, and tell you what changed: <command>moot schedule add</command>."
                  tags={{ command: (words) => <code>{words}</code> }}
                />
              </p>
            ) : (
              <ul className={`${ours["schedules"]} stack`}>
                {schedules.map((each) => (
                  <One key={each.name} schedule={each} />
                ))}
              </ul>
            )}
          </>
        )}
      </Awaited>
    </Card>
  );
}

function One({ schedule: { name, question, cron, zone, next, paused, times, channels } }: { schedule: Schedule }) {
  const [leaving, leave] = useState(false);
  const [busy, setBusy] = useState(false);
  const begin = (work: Promise<void>): void => {
    setBusy(true);
    void work.finally(() => {
      setBusy(false);
    });
  };
  return (
    <li>
      <div className="row spread">
        <h3>
          {name} {paused && <Chip tone="mid">{say("paused")}</Chip>}
        </h3>
        <div className="row">
          <Button
            disabled={busy}
            onClick={() => {
              begin(pause(name, !paused));
            }}
          >
            {paused ? say("Go on") : say("Pause")}
          </Button>
          <Button
            disabled={busy}
            onClick={() => {
              begin(runNow(name));
            }}
          >
            {say("Run now")}
          </Button>
          <Button
            kind="quiet"
            onClick={() => {
              leave(true);
            }}
          >
            {say("Remove")}
          </Button>
        </div>
      </div>
      <p lang="">{question}</p>
      <p className={`${css["how"]} dotted small wrap`}>
        <span>{whenOf(cron, zone)}</span>
        {!paused && next.length > 0 && <span>{say("next: {times}", { times: next.map(momentOf).join("; ") })}</span>}
        {channels.length > 0 && <span>{say("tells {channels}", { channels: channels.join(", ") })}</span>}
      </p>
      {times.length > 0 && (
        <ol className="row small above">
          {times.map(({ at, state, session, why }) => (
            <li key={at}>
              {session === "" ? momentOf(at) : <Link href={`/s/${session}`}>{momentOf(at)}</Link>}{" "}
              <Chip tone={STATES[state].tone}>{STATES[state].says}</Chip>
              {why !== "" && (
                <small className="muted block light">
                  <Coded text={why} />
                </small>
              )}
            </li>
          ))}
        </ol>
      )}
      {leaving && (
        <Confirm
          title={say("Remove the schedule {name}?", { name })}
          does={say("Remove")}
          onConfirm={() => remove(name)}
          onClose={() => {
            leave(false);
          }}
        >
          <p>{say("It runs no more. Its sessions are kept.")}</p>
        </Confirm>
      )}
    </li>
  );
}
