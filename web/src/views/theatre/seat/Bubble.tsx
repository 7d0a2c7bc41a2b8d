// What does a seat say, right now? The end of its words in a box of fixed height, with the newest line at the bottom.
import { memo, type CSSProperties } from "react";
import { usePlayer, useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import type { MoveView } from "@/wire/types";
import type { Look } from "@/playback/looks";
import { Inline, unlined } from "@/markdown/Inline";
import { heightOf } from "../arena/bubbles";
import type { Bubble as Place } from "../arena/places";
import { isHeard, kindOf, moveNow, presenceOf, useAgain, whyNot } from "../moment/presence";
import { ballotOf, tailOf, wordsOf } from "../moment/said";
import { wordsNow } from "@/playback/show/readable";
import css from "./bubble.module.css";

interface Given {
  seat: string;
  look: Look;
  place: Place;
  /** Where its seat stands. */
  from: { x: number; y: number };
  onOpen: (seat: string) => void;
}

export const Bubble = memo(function Bubble({ seat, look, place, from, onOpen }: Given) {
  const open = useMoment((moment) => isHeard(moment, seat));
  const { x, y, width, lines, times, tail, at } = place;
  const style = {
    translate: `${String(Math.round(x))}px ${String(Math.round(y))}px`,
    width: Math.round(width),
    height: heightOf(lines, times),
    "--times": times,
    "--hue": look.hue ?? 0,
    "--at": `${String(Math.round(at))}px`,
    transformOrigin: `${String(Math.round(from.x - x))}px ${String(Math.round(from.y - y))}px`,
  } as CSSProperties;
  return (
    <div
      className={`${css["bubble"]} column absolute ${look.hue === null ? css["grey"] : ""}`}
      style={style}
      data-open={open}
      data-tail={tail}
      onClick={() => {
        onOpen(seat);
      }}
    >
      {open && <Words seat={seat} masked={look.masked} />}
    </div>
  );
});

function Words({ seat, masked }: { seat: string; masked: boolean }) {
  const move = useMoment(({ state }) => moveNow(state, seat));
  const presence = useMoment((moment) => presenceOf(moment, seat));
  if (move === undefined) return null;
  return (
    <>
      <div className={`${css["text"]} column end low here hidden`}>
        {presence === "failed" || presence === "late" ? (
          <p className={`${css["failed"]} bad wrap`}>{whyNot(move)}</p>
        ) : presence === "waiting" ? (
          <p className="muted">{say("Waiting for a person to answer.")}</p>
        ) : presence === "thinking" ? (
          <Thinking move={move} />
        ) : (
          <Tail seat={seat} />
        )}
      </div>
      <p className={`${css["foot"]} spread muted nowrap flex`}>
        <span>{kindOf(move, masked)}</span>
        {presence === "failed" ? (
          <span className="bad strong">{say("attempt {number, number}", { number: move.attempt })}</span>
        ) : presence === "spoke" && move.usage.output > 0 ? (
          <span>{say("{tokens, number} tok", { tokens: move.usage.output })}</span>
        ) : presence === "speaking" ? (
          <span>{say("speaking")}</span>
        ) : null}
      </p>
    </>
  );
}

/** A call under way: the first, one after a failure, or none yet since the last failed. */
function Thinking({ move }: { move: MoveView }) {
  const again = useAgain(move);
  return (
    <div className={`${css["thinking"]} stack`}>
      {again !== "" && <p className="muted">{again}</p>}
      <span className={`${css["dots"]} flex tight`} role="img" aria-label={say("thinking")}>
        <i />
        <i />
        <i />
      </span>
    </div>
  );
}

/** The only part that is drawn anew with every word. */
function Tail({ seat }: { seat: string }) {
  const player = usePlayer();
  const said = useMoment(({ state, speeches }) => {
    const move = moveNow(state, seat);
    if (move === undefined) return "";
    if (move.state !== "spoke") return tailOf(unlined(wordsNow(move, speeches.get(move.key)?.text ?? "")));
    return settled(player.moment().state, seat);
  });
  return (
    <p className="wrap pre">
      <Inline text={said} />
    </p>
  );
}

const known = new WeakMap<object, { ballot: unknown; findings: unknown; verdict: unknown; words: string }>();

/** The end of what a seat has said, worked out once. */
function settled(state: Parameters<typeof moveNow>[0], seat: string): string {
  const move = moveNow(state, seat);
  if (move === undefined) return "";
  const ballot = ballotOf(state, move.key)?.ballot;
  const { findings, verdict } = state;
  const had = known.get(move);
  if (had?.ballot === ballot && had?.findings === findings && had?.verdict === verdict) return had.words;
  const words = tailOf(unlined(wordsOf(state, move)));
  known.set(move, { ballot, findings, verdict, words });
  return words;
}
