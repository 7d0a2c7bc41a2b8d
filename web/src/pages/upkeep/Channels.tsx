// Who is told what came of schedules and of alarms, what came of the latest messages, and does a channel work?
import { useState } from "react";
import { Button } from "@/controls/Button";
import { Card, Chip, type Tone } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Say, say } from "@/language/say";
import { day, time } from "@/language/written";
import { problemFrom } from "@/wire/client";
import { tryChannel, useChannels, type Channel, type ChannelTest } from "./asked";
import { Awaited } from "../Awaited";
import css from "../figures.module.css";
import ours from "./upkeep.module.css";

type Message = Channel["messages"][number];
const STATES: Record<Message["state"], { tone: Tone; says: string }> = {
  waiting: { tone: "mid", says: say("waits") },
  sent: { tone: "good", says: say("sent") },
  dead: { tone: "bad", says: say("given up") },
};
const KINDS: Record<Channel["kind"], string> = { mail: say("mail"), ntfy: "ntfy", json: "JSON" };

/** With `bare` nothing is shown while there is none. */
export function Channels({ bare }: { bare: boolean }) {
  const asked = useChannels();
  if (bare && asked.data?.length === 0) return null;
  return (
    <Card title={say("Channels")} id="channels">
      <Awaited asked={asked} waits={say("Figures are being made")}>
        {(channels) =>
          channels.length === 0 ? (
            <p className={`${css["how"]} small wrap`}>
              <Say
                text="A channel sends the result of a schedule, or an alarm, by mail, ntfy or JSON: <command>moot channels add</command>."
                tags={{ command: (words) => <code>{words}</code> }}
              />
            </p>
          ) : (
            <ul className={`${ours["schedules"]} stack`}>
              {channels.map((each) => (
                <One key={each.name} channel={each} />
              ))}
            </ul>
          )
        }
      </Awaited>
    </Card>
  );
}

/** What a test came to: taken, or why not. */
type Outcome = { took: ChannelTest } | { why: string } | null;

function One({ channel: { name, kind, url, to, key, alarms, messages } }: { channel: Channel }) {
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Outcome>(null);
  const test = async (): Promise<void> => {
    setBusy(true);
    setOutcome(null);
    try {
      setOutcome({ took: await tryChannel(name) });
    } catch (error) {
      const { message, remedy } = problemFrom(error);
      setOutcome({ why: `${message} ${remedy}`.trim() });
    }
    setBusy(false);
  };
  return (
    <li>
      <div className="row spread">
        <h3>
          {name} {alarms && <Chip>{say("told of alarms")}</Chip>}
        </h3>
        <div className="row">
          <Button disabled={busy} onClick={() => void test()}>
            {busy ? say("Sending …") : say("Send a test")}
          </Button>
        </div>
      </div>
      <p className={`${css["how"]} dotted small wrap`} lang="">
        {[KINDS[kind], url, ...to, ...(key ? [] : [say("no key is stored")])].map((part) => (
          <span key={part}>{part}</span>
        ))}
      </p>
      <div role="status">{outcome !== null && <Came outcome={outcome} />}</div>
      {messages.length > 0 && (
        <ol className="stack tight small above">
          {messages.map(({ at, subject, state, tries, why }, place) => (
            <li key={`${at} ${String(place)}`}>
              {day(at)}, {time(at)} <Chip tone={STATES[state].tone}>{STATES[state].says}</Chip>{" "}
              <span lang="">{subject}</span>
              {why !== "" && state !== "sent" && (
                <small className="muted block light">
                  {say("{tries, plural, one {# try} other {# tries}}:", { tries })} <Coded text={why} />
                </small>
              )}
            </li>
          ))}
        </ol>
      )}
      {messages.some(({ state }) => state === "dead") && (
        <p className={`${css["how"]} small wrap`}>{say("What was given up is sent again once a test gets through.")}</p>
      )}
    </li>
  );
}

function Came({ outcome }: { outcome: NonNullable<Outcome> }) {
  if ("why" in outcome)
    return (
      <p>
        <Chip tone="bad">{say("not sent")}</Chip> <Coded text={outcome.why} />
      </p>
    );
  const { note, again } = outcome.took;
  return (
    <p>
      <Chip tone="good">{say("It took the test.")}</Chip> {note !== "" && <Coded text={note} />}{" "}
      {again > 0 &&
        say(
          "{again, plural, one {# message that was given up is sent again.} other {# messages that were given up are sent again.}}",
          { again },
        )}
    </p>
  );
}
