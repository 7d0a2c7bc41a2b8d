// What have all said who have spoken so far? Their first sentences side by side, where there is no time to hear one after the other.
import type { CSSProperties } from "react";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { Inline, unlined } from "@/markdown/Inline";
import { excerptOf } from "@/playback/show/reading";
import { spokenOf } from "@/playback/show/readable";
import { lookOf } from "@/playback/looks";
import type { MoveView, SessionState } from "@/wire/types";
import type { Shown } from "../brought";
import { moveNow } from "../moment/presence";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./show.module.css";

/** What each of them said in this stage, in seat order. */
function spoken(state: SessionState): readonly MoveView[] {
  return state.seats.flatMap(({ id }) => {
    const move = moveNow(state, id);
    return move?.state === "spoke" && !spokenOf(move.text).form ? [move] : [];
  });
}

export function Glance({ onOpen }: Shown) {
  const looks = useArenaLooks();
  const moves = useMoment(({ state }) => spoken(state));
  return (
    <article className={css["card"]}>
      <ul className={css["glance"]} tabIndex={0}>
        {moves.map(({ key, seat, text }) => {
          const look = lookOf(looks, seat);
          return (
            <li key={key} data-floor={seat} style={{ "--hue": look.hue ?? 0 } as CSSProperties}>
              <button
                type="button"
                onClick={() => {
                  onOpen(seat);
                }}
              >
                <Face look={look} mood="speaking" size={26} />
                <b>
                  <Called name={look.name} />
                </b>
              </button>
              <p lang="">
                <Inline text={unlined(excerptOf(spokenOf(text).text))} />
              </p>
            </li>
          );
        })}
      </ul>
    </article>
  );
}
