// What did one member answer? Face, name, what it took, the words; while nothing has come a face that thinks, and where
// it failed why, and what goes on without it.
import { ArrowDown } from "lucide-react";
import { memo, Suspense, useState } from "react";
import { Link } from "wouter";
import { Bone, Chip } from "@/controls/Card";
import { CopyButton } from "@/controls/CopyButton";
import { Disclosure } from "@/controls/Disclosure";
import { late } from "@/controls/late";
import { Face, type Mood } from "@/faces/Face";
import { useLooks, useMoment } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { Leading } from "@/markdown/Leading";
import { Markdown } from "@/markdown/Markdown";
import { callOf, subjectOf } from "@/playback/keys";
import { lookOf } from "@/playback/looks";
import { paceWords } from "@/findings/figures";
import { decimal, say } from "@/language/say";
import { settledText, spokenOf } from "@/playback/show/readable";
import { NO_RESULT } from "@/transcript/sentences";
import type { MoveView } from "@/wire/types";
import { Broken } from "./Broken";
import { useStick } from "./stick";
import { isOver } from "../tabs";
import { Waits } from "../Waits";
import { Words } from "./Words";
import css from "../council.module.css";

/** What a session of this server has and a shared one has not; loaded with the first answer that can be asked again. */
const OneAnswer = late(() => import("@/again/OneAnswer"));

interface Given {
  seat: string;
  /** The move whose words are shown. */
  move: string;
  /** Whether it has a height of its own and scrolls inside. */
  boxed?: boolean;
}

export const Pane = memo(function Pane({ seat, move, boxed = true }: Given) {
  const look = lookOf(useLooks(), seat);
  const view = useMoment(({ state }) => state.moves[move]);
  // A model that reasons first is heard before it says a word: it thinks until it does.
  const speaking = useMoment(({ speeches }) => (speeches.get(move)?.text ?? "") !== "");
  const over = useMoment(({ state }) => isOver(state));
  const { id } = useSteering();
  const phase = view === undefined ? "ahead" : view.state === "asked" && !speaking ? "thinking" : view.state;
  const mood: Mood =
    phase === "thinking"
      ? "thinking"
      : phase === "asked"
        ? "speaking"
        : phase === "failed" || phase === "late"
          ? "failed"
          : "idle";
  return (
    <article
      className={`${css["pane"]} box slim`}
      aria-busy={phase === "asked" || phase === "thinking"}
      data-hue={look.hue === null ? undefined : ""}
      style={look.hue === null ? undefined : ({ "--hue": look.hue } as React.CSSProperties)}
    >
      <header className="line">
        <Face look={look} size={34} mood={mood} />
        <div className="grow">
          <h3>{look.name}</h3>
          <p className="row snug muted small">
            {look.vendor}
            {look.scripted && (
              <Chip title={say("It follows a script; its words say nothing about any model.")}>
                {say("scripted voice")}
              </Chip>
            )}
          </p>
        </div>
        <Took view={view} />
        {view?.state === "spoke" && over && id !== null && (
          <Suspense fallback={null}>
            <OneAnswer id={id} move={move} name={look.name} />
          </Suspense>
        )}
        {view?.state === "spoke" && (
          <CopyButton name={say("Copy this answer")} text={() => spokenOf(settledText(view)).text} />
        )}
      </header>
      {over && id !== null && <Before id={id} seat={seat} stage={view?.stage ?? ""} />}
      {(view?.state === "failed" || view?.state === "late") && <Broken move={view} />}
      {phase === "ahead" && <p className="muted small light">{say("Has not been asked yet.")}</p>}
      {phase === "thinking" && over && (
        <p className="muted small light">{say("Was asked; no answer came before the session stopped.")}</p>
      )}
      {!over && <Waits move={move} />}
      {(phase === "asked" || phase === "spoke" || (phase === "thinking" && !over)) && (
        <Body move={move} view={view} thinks={phase === "thinking"} boxed={boxed} name={look.name} />
      )}
    </article>
  );
});

/** The way to what it answered before, where it may have been asked again. */
function Before({ id, seat, stage }: { id: string; seat: string; stage: string }) {
  const source = useMoment(({ state: { fork, stages } }) =>
    fork === null || stages.indexOf(stage) < stages.indexOf(fork.stage) ? "" : fork.session,
  );
  if (source === "") return null;
  return (
    <p className="muted small light">
      <Link href={`/compare/${source}/${id}?m=${seat}`}>{say("Compare with what it answered before")}</Link>
    </p>
  );
}

/** A call shorter than this, in milliseconds, has no pace worth telling. */
const MEASURABLE = 200;

/** What it took: tokens and time, as far as they are known. */
function Took({ view }: { view: MoveView | undefined }) {
  if (view?.state !== "spoke")
    return view?.state === "asked" && view.attempt > 1 ? (
      <Chip tone="mid">{say("try {number, number}", { number: view.attempt })}</Chip>
    ) : null;
  return (
    <p className={`${css["took"]} muted text-end tiny grid items-end`}>
      {view.usage.output > 0 && (
        <span>{say("{tokens, plural, one {# token} other {# tokens}}", { tokens: view.usage.output })}</span>
      )}
      {view.total_ms > 0 && <span>{say("{seconds} s", { seconds: decimal(view.total_ms / 1000, 1) })}</span>}
      {view.usage.output > 0 && view.total_ms >= MEASURABLE && (
        <span>{paceWords(view.usage.output, view.total_ms)}</span>
      )}
      {view.settled === "truncated" && <Chip tone="mid">{say("cut by the output limit")}</Chip>}
    </p>
  );
}

function Thinking({ view }: { view: MoveView | undefined }) {
  return (
    <div className="stack">
      {view !== undefined && view.settled !== "" && <Broken move={view} />}
      <p className="unseen">{say("Thinking.")}</p>
      <Bone width="92%" />
      <Bone width="78%" />
      <Bone width="85%" />
    </div>
  );
}

function Body({
  move,
  view,
  thinks,
  boxed,
  name,
}: {
  move: string;
  view: MoveView | undefined;
  thinks: boolean;
  boxed: boolean;
  name: string;
}) {
  const { place, more, toEnd } = useStick(view?.state === "asked" && boxed);
  return (
    <div className="here slim">
      <div
        ref={place}
        className={boxed ? css["boxed"] : undefined}
        {...(boxed ? { tabIndex: 0, role: "region", "aria-label": say("What {name} says", { name }) } : {})}
      >
        <div>
          <Reasoning move={move} view={view} />
          <LookedUp move={move} />
          {thinks ? <Thinking view={view} /> : <Words move={move} />}
        </div>
      </div>
      {more && (
        <button type="button" className={`${css["pill"]} tap pill strong absolute on-raised lifted`} onClick={toEnd}>
          <ArrowDown size={14} aria-hidden="true" /> {say("new text")}
        </button>
      )}
    </div>
  );
}

/** What it thinks aloud, folded, as it comes: no other member sees it. */
function Reasoning({ move, view }: { move: string; view: MoveView | undefined }) {
  const coming = useMoment(({ speeches }) => (speeches.get(move)?.reasoning ?? "") !== "");
  const [open, setOpen] = useState(false);
  const settled = view?.reasoning ?? "";
  if (settled === "" && !coming) return null;
  return (
    <Disclosure
      title={say("Thinking")}
      note={say("shown to no other member")}
      open={open}
      onOpen={setOpen}
      className={css["reasoning"]}
    >
      {open && (settled === "" ? <Thoughts move={move} /> : <Markdown text={settled} under={3} />)}
    </Disclosure>
  );
}

/** What it looked up with tools, folded: each call with its result as the member read it. */
function LookedUp({ move }: { move: string }) {
  const tools = useMoment(({ state }) => state.tools);
  const uses = Object.values(tools).filter(({ key }) => callOf(key) === move);
  const [open, setOpen] = useState(false);
  if (uses.length === 0) return null;
  const runs = uses.findLast(({ answer }) => answer === null);
  return (
    <Disclosure
      title={say("Looked up")}
      note={
        runs === undefined
          ? say("{calls, plural, one {one tool call} other {# tool calls}}", { calls: uses.length })
          : `${runs.call.name}: ${subjectOf(runs.call)}`
      }
      open={open}
      onOpen={setOpen}
      className={css["reasoning"]}
    >
      {open &&
        uses.map(({ key, call, answer }) => (
          <div key={key} className="stack slim">
            <p>
              <b>{call.name}</b>: {subjectOf(call)}
            </p>
            {answer !== null && answer.error !== "" && (
              <p className="muted small light">{say("No result: {why}.", { why: NO_RESULT[answer.error] })}</p>
            )}
            <ol className="stack wrap indent">
              {(answer?.sources ?? []).map(({ number, title, url }) => (
                <li key={number} value={number}>
                  <Leading href={url}>{title === "" ? url : title}</Leading>
                </li>
              ))}
            </ol>
            {answer !== null && answer.digest !== "" && (
              <p className="muted small light">{say("Exhibit {digest}", { digest: answer.digest.slice(0, 12) })}</p>
            )}
          </div>
        ))}
    </Disclosure>
  );
}

/** A leaf: it alone is drawn anew with each piece of what is thought. */
function Thoughts({ move }: { move: string }) {
  const text = useMoment(({ speeches }) => speeches.get(move)?.reasoning ?? "");
  return <Markdown text={text} streaming under={3} />;
}
