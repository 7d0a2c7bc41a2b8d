// What does the one say who has the floor? The first claim with a reason, typed as fast as it is read; all of it is one press away.
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment, usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { Inline, unlined } from "@/markdown/Inline";
import { excerptOf } from "@/playback/show/reading";
import { wordsNow } from "@/playback/show/readable";
import { LASTS } from "@/playback/show/plan";
import { readable, settledText, spokenOf } from "@/playback/show/readable";
import { lookOf } from "@/playback/looks";
import type { Shown } from "../brought";
import { kindOf } from "../moment/presence";
import { tailOf } from "../moment/said";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./show.module.css";

export function Floor({ onOpen }: Shown) {
  const player = usePlayer();
  const looks = useArenaLooks();
  const move = useMoment(({ state, beat }) => (beat === null ? undefined : state.moves[beat.key]));
  if (move === undefined) return null;
  const look = lookOf(looks, move.seat);
  return (
    <article className={css["card"]} data-floor={move.seat} style={{ "--hue": look.hue ?? 0 } as React.CSSProperties}>
      <header className={`${css["head"]} line`}>
        <Face look={look} mood="speaking" size={44} />
        <b className="cut">
          <Called name={look.name} />
        </b>
        <span>{kindOf(move, look.masked)}</span>
      </header>
      <Typed text={excerptOf(spokenOf(settledText(move)).text)} />
      <footer className={`${css["foot"]} end flex`}>
        <button
          type="button"
          onClick={() => {
            player.pause();
            onOpen(move.seat);
          }}
        >
          {say("More")}
        </button>
      </footer>
    </article>
  );
}

/** A text as it is typed: all of it is there from the beginning, what has not been said yet cannot be seen. */
function Typed({ text }: { text: string }) {
  const shown = useMoment(({ beat, at }) => typedOf(text, beat, at));
  return (
    <p className={css["words"]} data-size={text.length > 240 ? "long" : "short"} lang="" tabIndex={0}>
      <span>
        <Inline text={unlined(text.slice(0, shown))} />
        <span className={css["unsaid"]} aria-hidden="true">
          {text.slice(shown)}
        </span>
      </span>
    </p>
  );
}

/** How much of a text has been typed at a time: to the end of a word. */
export function typedOf(text: string, beat: { from: number; to: number } | null, at: number): number {
  if (beat === null) return text.length;
  const share = (at - beat.from) / Math.max(1, beat.to - beat.from - LASTS.afterwards);
  if (share >= 1) return text.length;
  const end = text.indexOf(" ", Math.floor(text.length * Math.max(0, share)));
  return end < 0 ? text.length : end;
}

/** While a session runs and nobody has ended: who is furthest, and how many write beside. */
export function Writing() {
  const looks = useArenaLooks();
  const seat = useMoment(({ speeches }) => furthest(speeches)?.seat ?? "");
  const others = useMoment(({ speeches }) => Math.max(0, speeches.size - 1));
  const text = useMoment(({ state, speeches }) => {
    const speech = furthest(speeches);
    const move = speech === undefined ? undefined : state.moves[speech.key];
    const words = move === undefined ? readable(speech?.text ?? "") : wordsNow(move, speech?.text ?? "");
    return tailOf(unlined(words), 260);
  });
  if (seat === "" || text === "") return null;
  const look = lookOf(looks, seat);
  return (
    <article className={css["card"]} style={{ "--hue": look.hue ?? 0 } as React.CSSProperties}>
      <header className={`${css["head"]} line`}>
        <Face look={look} mood="speaking" size={36} />
        <b className="cut">
          <Called name={look.name} />
        </b>
        <span>
          {others === 0
            ? say("is writing")
            : say("is writing, {others, plural, one {# other} other {# others}} too", { others })}
        </span>
      </header>
      <p className={`${css["tail"]} scroll wrap low`} lang="">
        <Inline text={text} />
      </p>
    </article>
  );
}

interface Told {
  key: string;
  seat: string;
  text: string;
}

const furthest = (speeches: ReadonlyMap<string, Told>) =>
  [...speeches.values()].reduce<Told | undefined>(
    (most, each) => (most === undefined || each.text.length > most.text.length ? each : most),
    undefined,
  );
