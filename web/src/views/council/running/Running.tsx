// One text that is being checked: who answers, the first answer as it comes, how the others stand to it, where they differ, and
// the text that takes its place.
import { useId, useLayoutEffect, useRef, useState } from "react";
import { Link } from "wouter";
import { Button } from "@/controls/Button";
import { Refusal } from "@/controls/Card";
import { Face } from "@/faces/Face";
import { findingBrought } from "@/findings/brought";
import { ALONE, answerNow, useAsking } from "@/hooks/asking";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { useSteering } from "@/hooks/steering";
import { say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { stageTitle } from "@/playback/keys";
import { lookOf, roleOf } from "@/playback/looks";
import { concludes } from "@/playback/brought";
import { leadOf } from "@/views/verdict/lead";
import { Notices } from "../Notices";
import { Waits } from "../Waits";
import {
  answeringStage,
  answersTab,
  composedAnswer,
  finalText,
  finalWriter,
  firstAnswer,
  isChecked,
  isWhole,
  stanceOf,
  wordsOf,
  type Stance,
} from "./stances";
import css from "./running.module.css";

interface Given {
  /** Whether the marks of what changed fade. */
  calm: boolean;
  /** Whether the chair can write from what has arrived. */
  answersNow: boolean;
}

export function Running({ calm, answersNow }: Given) {
  const [find] = useState(firstAnswer);
  const first = useMoment(find);
  const final = useMoment((moment) => finalText(moment) !== "");
  const answered = useMoment(({ state }) => state.verdict !== null);
  const whole = useMoment(isWhole);
  const alone = useMoment(({ state }) => state.protocol === ALONE);
  return (
    <article
      className={`${css["running"]} stack loose measure`}
      aria-label={say("Answer")}
      aria-busy={!answered}
      data-calm={calm || undefined}
    >
      {!alone && <Members first={first} />}
      <Notices />
      {first === "" && !final ? <Awaited /> : <Text first={first} final={final} alone={alone} />}
      <Difference />
      {whole ? !answered && <Finishing /> : <Waiting />}
      {!alone && <Ways first={first} answersNow={answersNow && !whole} />}
    </article>
  );
}

const STANCES: Record<Stance, string> = {
  first: say("first answer"),
  agrees: say("ranks it first"),
  differs: say("ranks another first"),
  unasked: say("not asked"),
  answered: say("answered"),
  writing: say("writing…"),
  thinking: say("thinking…"),
  searching: say("looking things up…"),
  failed: say("no answer"),
  ahead: "",
};

function Members({ first }: { first: string }) {
  const seats = useMoment(({ state }) => state.seats);
  return (
    <ul className={`${css["members"]} row scroll`} aria-label={say("Members")}>
      {seats.map(({ id }) => (
        <Member key={id} seat={id} first={first} />
      ))}
    </ul>
  );
}

/** A face with how its member stands; it leads to the member's whole answer. */
function Member({ seat, first }: { seat: string; first: string }) {
  const { base } = useSteering();
  const look = lookOf(useLooks(), seat);
  const stance = useMoment((moment) => stanceOf(moment, seat, first));
  const tab = useMoment(({ state }) => answersTab(state)?.id ?? "");
  const mood =
    stance === "thinking" || stance === "searching"
      ? "thinking"
      : stance === "failed"
        ? "failed"
        : stance === "writing"
          ? "speaking"
          : "idle";
  return (
    <li className="fixed">
      <Link
        href={`${base}/transcript?tab=${encodeURIComponent(tab)}&m=${encodeURIComponent(seat)}`}
        className={`${css["member"]} line plain outlined`}
        data-stance={stance}
      >
        <Face look={look} size={26} mood={mood} />
        <span>{look.name}</span> <small>{STANCES[stance]}</small>
      </Link>
    </li>
  );
}

/** Before the first word: the stage it is at. */
function Awaited() {
  const stage = useMoment(({ state }) => state.entered.at(-1) ?? "");
  const [at, of] = useMoment(({ state }) => [state.stages.indexOf(stage) + 1, state.stages.length]);
  return (
    <p className={`${css["awaited"]} muted`} role="status">
      {stage === ""
        ? say("The council is being seated.")
        : say("{stage}: stage {number, number} of {stages, number}.", {
            stage: stageTitle(stage),
            number: at ?? 0,
            stages: of ?? 0,
          })}
    </p>
  );
}

/** The text itself. A leaf: it alone is drawn anew with each piece. */
function Text({ first, final, alone }: { first: string; final: boolean; alone: boolean }) {
  const before = useMoment((moment) => wordsOf(moment, first));
  const after = useMoment(finalText);
  const done = useMoment(isWhole);
  const writer = roleOf(lookOf(useLooks(), useMoment(finalWriter)));
  const firstDone = useMoment(({ state }) => state.moves[first]?.state === "spoke");
  const place = useRef<HTMLElement>(null);
  const height = useRef(0);
  useLayoutEffect(() => {
    // The text that takes the place of another keeps its room until it is whole: nothing below it jumps.
    const { current } = place;
    if (current === null) return;
    if (!final) height.current = current.offsetHeight;
    else current.style.minHeight = done ? "" : `${String(height.current)}px`;
  });
  const [was, now] = [leadOf(before), leadOf(final ? after : before)];
  const composed = useMoment((moment) => composedAnswer(moment) !== "");
  const streaming = final ? !done && !composed : !firstDone;
  return (
    <section
      ref={place}
      className={`${css["text"]} stack`}
      data-text={final ? "final" : "first"}
      aria-label={say("The answer so far")}
    >
      <p className={`${css["label"]} mid small rounded-s`} data-done={done || undefined}>
        {alone
          ? say("The chair answers")
          : !final
            ? say("First answer, being checked")
            : done
              ? say("The answer")
              : composed
                ? say("The answer by the votes, while its report is written and checked")
                : say("{writer} writes the answer", { writer })}
      </p>
      {now.headline !== "" && (
        <h2 dir="auto" lang="">
          {final && was.headline !== "" && was.headline !== now.headline ? <ins>{now.headline}</ins> : now.headline}
        </h2>
      )}
      {now.rest !== "" && (
        <Markdown
          text={now.rest}
          streaming={streaming}
          under={2}
          {...(final && before !== "" ? { against: was.rest } : {})}
        />
      )}
    </section>
  );
}

/** What is still done once the text is whole. */
function Finishing() {
  const checks = useMoment(isChecked);
  return (
    <p role="status" className="muted small">
      {checks ? say("Checking which answers support each sentence…") : say("Recording the result…")}
    </p>
  );
}

/** What members are waited for, and a way to go on without them. */
function Waiting() {
  const moves = useMoment(({ waits }) => [...waits.keys()].join("\n"));
  return moves === "" ? null : moves.split("\n").map((move) => <Waits key={move} move={move} />);
}

/** Where answers differ, as far as a protocol can tell. */
function Difference() {
  const made = useMoment(({ state }) =>
    state.findings.findLast(({ finding }) => findingBrought(finding.type)?.Difference !== undefined),
  );
  const Drawn = made === undefined ? undefined : findingBrought(made.finding.type)?.Difference;
  return made === undefined || Drawn === undefined ? null : <Drawn finding={made.finding} />;
}

function Ways({ first, answersNow }: { first: string; answersNow: boolean }) {
  const { base } = useSteering();
  const members = useMoment(({ state }) => state.seats.length);
  const answered = useMoment(
    ({ state }) =>
      state.seats.filter(({ id }) => state.moves[`${answeringStage(state)}/${id}`]?.state === "spoke").length,
  );
  return (
    <p className={`${css["ways"]} row ruled muted small`}>
      <span role="status">{say("{answered, number} of {members, number} answered", { answered, members })}</span>
      {answersNow && <AnswerNow first={first} />}
      <Link href={`${base}/transcript`}>{say("The answers")}</Link>
      <Link href={`${base}/watch`}>{say("Watch as a debate")}</Link>
    </p>
  );
}

/** Has the answer written from what has arrived; not there where the protocol or the server cannot do that. */
function AnswerNow({ first }: { first: string }) {
  const { id } = useSteering();
  const player = usePlayer();
  const { busy, problem, ask } = useAsking();
  const help = useId();
  const offered = useMoment(
    ({ state }) =>
      state.status === "running" && state.moves[first]?.state === "spoke" && !concludes(state.entered.at(-1) ?? ""),
  );
  if (id === null || !offered || problem?.status === 404 || player.transport().connection === "interrupted")
    return null;
  return (
    <>
      <Button
        kind="quiet"
        disabled={busy}
        aria-describedby={help}
        onClick={() => {
          ask(() => answerNow(id));
        }}
      >
        {busy ? say("Asking…") : say("Answer now")}
      </Button>
      <small id={help}>{say("The answer is written from the answers so far; nobody votes.")}</small>
      <Refusal problem={problem} />
    </>
  );
}
