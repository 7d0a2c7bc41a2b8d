// What exactly did this seat say? Everything it has said so far, in full, in a drawer beside the arena.
import { X } from "lucide-react";
import { useEffect, useMemo, useRef } from "react";
import { IconButton } from "@/controls/Button";
import { Coded } from "@/controls/Coded";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { Markdown } from "@/markdown/Markdown";
import { stageTitle } from "@/playback/keys";
import { wordsNow } from "@/playback/show/readable";
import { lookOf } from "@/playback/looks";
import type { MoveView } from "@/wire/types";
import { failedWords, kindOf, moodOf } from "./moment/presence";
import { wordsOf } from "./moment/said";
import { useArenaLooks } from "./moment/useArenaLooks";
import css from "./reader.module.css";

export function Reader({ seat, onClose }: { seat: string; onClose: () => void }) {
  const look = lookOf(useArenaLooks(), seat);
  const moves = useMoment(({ state }) => state.moves);
  const mood = useMoment((moment) => moodOf(moment, seat));
  const place = useRef<HTMLDivElement>(null);
  const own = useMemo(
    () => Object.values(moves).filter((move) => move.seat === seat && !move.key.includes("+")),
    [moves, seat],
  );
  useEffect(() => {
    const before = document.activeElement;
    place.current?.focus();
    return () => {
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    <div
      ref={place}
      className={`${css["reader"]} column absolute on-raised lifted`}
      role="dialog"
      aria-label={say("What {name} says", { name: look.name })}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        onClose();
      }}
    >
      <header className={`${css["head"]} line pad-wide lined`}>
        <Face look={look} mood={mood} size={40} />
        <div>
          <h2>{look.name}</h2>
          <p>{look.vendor}</p>
        </div>
        <IconButton name={say("Close")} kind="quiet" onClick={onClose}>
          <X size={18} />
        </IconButton>
      </header>
      <div className={css["all"]} tabIndex={0} role="region" aria-label={say("Statements, newest first")}>
        {own.length === 0 && <p className="muted pad-y">{say("Nothing yet. Its words appear here as they come.")}</p>}
        {own.toReversed().map((move) => (
          <Said key={move.key} move={move} masked={look.masked} />
        ))}
      </div>
    </div>
  );
}

function Said({ move, masked }: { move: MoveView; masked: boolean }) {
  const words = useMoment(({ state, speeches }) =>
    move.state === "spoke" ? wordsOf(state, move) : wordsNow(move, speeches.get(move.key)?.text ?? ""),
  );
  return (
    <article className={`${css["said"]} wrap lined`} aria-busy={move.state === "asked"}>
      <h3 className="line gold on-baseline below">
        {stageTitle(move.stage)} <small>{kindOf(move, masked)}</small>
        {move.usage.output > 0 && (
          <small className="push">{say("{tokens, number} tok", { tokens: move.usage.output })}</small>
        )}
      </h3>
      {move.state === "failed" || move.state === "late" ? (
        <p className="bad">
          {say("{failed}, attempt {number, number}.", { failed: failedWords(move.settled), number: move.attempt })}
          <Coded text={` ${move.cause}`} /> {say("The council goes on without it.")}
        </p>
      ) : words === "" ? (
        <p className="muted pad-y">{say("Thinking…")}</p>
      ) : (
        <Markdown text={words} under={3} streaming={move.state === "asked"} />
      )}
    </article>
  );
}
