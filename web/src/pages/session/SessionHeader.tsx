// What is this session, how does it stand, and what can be done with it? 60 px above every view.
import { Drama, Gavel, MessagesSquare, WifiOff } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { Link, useSearch } from "wouter";
import { Button } from "@/controls/Button";
import { Chip } from "@/controls/Card";
import { useMoment, usePlayer, useStanding, useTransport } from "@/hooks/session";
import { ariaKeys } from "@/keyboard/shortcuts";
import { say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { clockText } from "@/playback/clock";
import { isExample, labelOf } from "@/playback/looks";
import { stageTitle } from "@/playback/keys";
import { statusOf } from "@/playback/fold/status";
import type { Connection } from "@/playback/source";
import { costText, statusText } from "./figures";
import { HeaderActions } from "./HeaderActions";
import { VIEW_NAMES, viewTitle, type ViewName } from "./views";
import css from "./session.module.css";

const ICONS: Record<ViewName, typeof Gavel> = { result: Gavel, transcript: MessagesSquare, watch: Drama };

export function SessionHeader({ view, base, id }: { view: ViewName; base: string; id: string | null }) {
  return (
    <header className={`${css["header"]} line lined on-raised`}>
      <div className={`${css["what"]} grow`}>
        <Asked />
        <Standing />
      </div>
      <Views view={view} base={base} />
      <HeaderActions id={id} />
    </header>
  );
}

/** Characters that fit on two lines: a longer question, or one of several lines, is cut and opens when it is pressed. */
const SHORT = 60;

/** The question: here, and nowhere else on the page. */
function Asked() {
  const question = useMoment(({ state }) => state.question.text);
  const [whole, show] = useState(false);
  const toggle = (): void => {
    show(!whole);
  };
  if (question.length <= SHORT && !question.trim().includes("\n")) return <h1 lang="">{question}</h1>;
  if (!whole)
    return (
      <h1 lang="">
        <button
          type="button"
          className={`${css["clamped"]} clamp`}
          title={question}
          aria-expanded={false}
          onClick={toggle}
        >
          {question}
        </button>
      </h1>
    );
  return (
    <div className="row snug">
      <div className={css["whole"]} tabIndex={0} role="region" aria-label={say("The whole question")}>
        <h1 className="unseen">{say("The question")}</h1>
        <Markdown text={question} under={1} />
      </div>
      <Button kind="quiet" aria-expanded onClick={toggle}>
        {say("Show less")}
      </Button>
    </div>
  );
}

/** The views at the moment shown: drawn anew whenever the address changes. */
function Views({ view, base }: { view: ViewName; base: string }) {
  const search = useSearch();
  return (
    <nav className={`${css["views"]} flex outlined gap-small rounded`} aria-label={say("Views")}>
      {VIEW_NAMES.map((name) => {
        const Icon = ICONS[name];
        return (
          <Link
            key={name}
            href={`${base}/${name}${search === "" ? "" : `?${search}`}`}
            replace
            aria-current={name === view ? "page" : undefined}
            aria-keyshortcuts={ariaKeys(name)}
            title={viewTitle(name)}
          >
            <Icon size={16} aria-hidden="true" />
            <span>{viewTitle(name)}</span>
          </Link>
        );
      })}
    </nav>
  );
}

/** The line under the question: everything in it changes by the step, the clock alone by the second. */
function Standing() {
  const protocol = useMoment(({ state }) => state.protocol);
  const stage = useStanding((state) => statusText(statusOf(state), stageTitle(state.entered.at(-1) ?? "")));
  const label = useStanding(labelOf);
  const ended = useTransport((transport) => transport.ended);
  const cost = useStanding((state) =>
    state.seats.some((seat) => isExample(seat.model))
      ? say("No model was called")
      : costText(state.cost, state.presumed, state.cost_known),
  );
  return (
    <div className={`${css["standing"]} dotted muted small at-centre nowrap hidden`}>
      {label !== "" && <Chip tone="mid">{label}</Chip>}
      {protocol !== "" && <Chip>{stageTitle(protocol)}</Chip>}
      <span>{stage}</span>
      {!ended && <Elapsed />}
      <span>{cost}</span>
      <Way />
    </div>
  );
}

/** Running time, written by one subscription and, between events, by the second. */
function Elapsed() {
  const player = usePlayer();
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (): void => {
      const text = clockText(player.elapsed());
      if (place.current !== null && place.current.textContent !== text) place.current.textContent = text;
    };
    write();
    const leave = player.subscribe(write);
    const timer = setInterval(() => {
      if (!player.transport().ended) write();
    }, 500);
    return () => {
      leave();
      clearInterval(timer);
    };
  }, [player]);
  return (
    <span>
      <span className="unseen">{`${say("Running time")} `}</span>
      <span ref={place} />
    </span>
  );
}

const WAYS: Partial<Record<Connection, string>> = {
  full: say("every few seconds"),
  interrupted: say("interrupted"),
  reconnecting: say("reconnecting"),
  offline: say("offline"),
};

/** How the way to the server is, where it is not as it should be. */
function Way() {
  const connection = useTransport((transport) => transport.connection);
  const words = WAYS[connection];
  if (words === undefined) return null;
  return (
    <span className="mid" data-connection={connection}>
      {connection !== "full" && <WifiOff size={13} aria-hidden="true" />} {words}
    </span>
  );
}
