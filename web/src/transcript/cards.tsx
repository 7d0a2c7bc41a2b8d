// How is one event shown by itself? A card for every kind, in a table that the compiler keeps complete: its sentence,
// and below it what it holds. An event of a kind that this version does not know is shown plainly.
import { memo, type ComponentType } from "react";
import { Chip } from "@/controls/Card";
import { Coded } from "@/controls/Coded";
import { Face } from "@/faces/Face";
import { BallotWords } from "@/findings/BallotWords";
import { FindingCard } from "@/findings/FindingCard";
import { useLooks } from "@/hooks/session";
import { titleOf } from "@/language/names";
import { say } from "@/language/say";
import { Leading } from "@/markdown/Leading";
import { Markdown } from "@/markdown/Markdown";
import { clockText } from "@/playback/clock";
import { stageOf, stageTitle } from "@/playback/keys";
import type { Logged } from "@/playback/log";
import { toldOf } from "@/transcript/named";
import { isForeign } from "@/wire/event";
import type { EventKind, EventOf } from "@/wire/types";
import { actorOf, sentenceOf } from "./sentences";
import { isMasked, nameOf } from "./wording";
import css from "./cards.module.css";

type Cards = { [K in EventKind]: ComponentType<{ event: EventOf<K> }> };

function Lines({ of }: { of: readonly string[] }) {
  const looks = useLooks();
  return of.length === 0 ? null : (
    <ul className={css["lines"]}>
      {of.map((line, at) => (
        <li key={at}>
          <Coded text={toldOf(line, looks)} />
        </li>
      ))}
    </ul>
  );
}

const BODIES = {
  SessionOpened: ({ event: { body } }) => (
    <>
      <p className={css["question"]} lang="">
        {body.question.text}
      </p>
      <p className={css["chips"]}>
        <Chip tone="gold">{titleOf(body.protocol)}</Chip>
        {body.stages.map((stage) => (
          <Chip key={stage}>{stageTitle(stage)}</Chip>
        ))}
      </p>
      <Notes of={body.notes} />
    </>
  ),
  StageEntered: () => null,
  SheetDealt: ({ event: { body } }) => <Dealt entries={body.entries} />,
  SeatAsked: () => null,
  SeatSpoke: ({ event: { body } }) =>
    body.measured.length > 0 ? null : (
      <>
        <Markdown text={body.text} />
        {body.note !== "" && <Notes of={[body.note]} />}
      </>
    ),
  SeatFailed: ({ event: { body } }) => <Broken partial={body.partial} />,
  SourcesFound: ({ event: { body } }) => (
    <>
      <ol className={css["lines"]}>
        {body.sources.map(({ number, title, url, excerpt }) => (
          <li key={number} value={number}>
            <b>
              <Leading href={url}>{title}</Leading>
            </b>{" "}
            {excerpt}
          </li>
        ))}
      </ol>
      <Lines of={body.failures} />
    </>
  ),
  BallotRead: ({ event: { body } }) => <BallotWords ballot={body.ballot} />,
  BallotSpoiled: () => null,
  FindingMade: ({ event: { key, body } }) => (
    <FindingCard made={{ key, stage: stageOf(key), name: body.name, finding: body.finding }} />
  ),
  VerdictReached: ({ event: { body } }) => (
    <>
      {body.verdict.text !== null && <Markdown text={body.verdict.text} />}
      <Lines of={body.verdict.degraded} />
    </>
  ),
  SessionResumed: ({ event: { body } }) => <Lines of={body.changed} />,
  SessionStopped: ({ event: { body } }) => (body.remedy === "" ? null : <Notes of={[body.remedy]} />),
} satisfies Cards;

/** Words of the server or of a provider, which may name somebody: not while names are hidden. */
function Notes({ of }: { of: readonly string[] }) {
  return isMasked(useLooks()) ? null : <Lines of={of} />;
}

function Broken({ partial }: { partial: string }) {
  if (partial === "") return null;
  return (
    <>
      <p className={css["quiet"]}>{say("What had arrived; it enters no prompt:")}</p>
      <Markdown text={partial} />
    </>
  );
}

/** Which text had which label for this reader; behind masks the labels alone. */
function Dealt({ entries }: { entries: EventOf<"SheetDealt">["body"]["entries"] }) {
  const looks = useLooks();
  const told = (label: string, seat: string): string => (isMasked(looks) ? label : `${label} = ${nameOf(looks, seat)}`);
  return (
    <p className={css["chips"]}>
      {entries.map(({ label, seat, cut }) => (
        <Chip key={label}>{cut ? say("{text}, cut", { text: told(label, seat) }) : told(label, seat)}</Chip>
      ))}
    </p>
  );
}

export const EVENT_KINDS = Object.keys(BODIES) as EventKind[];

export const EventCard = memo(function EventCard({ event }: { event: Logged }) {
  const looks = useLooks();
  const actor = actorOf(event, looks);
  const Body = isForeign(event)
    ? undefined
    : (BODIES as Partial<Record<string, ComponentType<{ event: Logged }>>>)[event.kind];
  return (
    <article className={css["card"]}>
      <header>
        {actor !== null && <Face look={actor} size={22} />}
        <span>{sentenceOf(event, looks)}</span>
        <time>{clockText(event.t)}</time>
      </header>
      {Body === undefined ? (
        <pre className={css["plain"]}>{isMasked(looks) ? event.kind : JSON.stringify(event.body, null, 2)}</pre>
      ) : (
        <Body event={event} />
      )}
    </article>
  );
});
