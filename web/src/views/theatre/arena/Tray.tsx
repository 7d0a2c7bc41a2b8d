// What does everybody say, where there is no room beside them? A tray of cards to be swept through.
import { memo, useEffect, useRef } from "react";
import { Called } from "@/faces/Called";
import { Face } from "@/faces/Face";
import { useMoment } from "@/hooks/session";
import { say } from "@/language/say";
import { wordsNow } from "@/playback/show/readable";
import { lookOf, type Look } from "@/playback/looks";
import { Inline, unlined } from "@/markdown/Inline";
import type { Box } from "./places";
import { moodOf, moveNow, presenceOf, PRESENCE_WORDS, useAgain, whyNot } from "../moment/presence";
import { tailOf, wordsOf } from "../moment/said";
import { leadOf, turnOf } from "../moment/scenes";
import { useArenaLooks } from "../moment/useArenaLooks";
import css from "./tray.module.css";

export const Tray = memo(function Tray({ box, onOpen }: { box: Box; onOpen: (seat: string) => void }) {
  const looks = useArenaLooks();
  const members = useMoment(({ state }) => state.seats);
  const lead = useMoment(({ state }) => leadOf(state));
  const speaking = useMoment((moment) => {
    const turn = turnOf(moment);
    if (turn !== "") return turn;
    return moment.state.seats.find(({ id }) => presenceOf(moment, id) === "speaking")?.id ?? "";
  });
  const place = useRef<HTMLUListElement>(null);
  useEffect(() => {
    const card = place.current?.querySelector(`[data-seat="${speaking}"]`);
    if (card instanceof HTMLElement && place.current !== null) place.current.scrollLeft = card.offsetLeft - 16;
  }, [speaking]);
  const shown = [
    ...members.map(({ id }) => id),
    ...(lead !== "" && !members.some(({ id }) => id === lead) ? [lead] : []),
  ];
  return (
    <ul
      ref={place}
      className={`${css["tray"]} flex absolute`}
      style={{ top: box.y, height: box.height }}
      tabIndex={0}
      data-arrows=""
      aria-label={say("What they say")}
    >
      {shown.map((id) => (
        <Card key={id} seat={id} look={lookOf(looks, id)} onOpen={onOpen} />
      ))}
    </ul>
  );
});

const Card = memo(function Card({ seat, look, onOpen }: { seat: string; look: Look; onOpen: (seat: string) => void }) {
  const presence = useMoment((moment) => presenceOf(moment, seat));
  const mood = useMoment((moment) => moodOf(moment, seat));
  const move = useMoment(({ state }) => moveNow(state, seat));
  const again = useAgain(move);
  const words = useMoment(({ state, speeches }) => {
    const move = moveNow(state, seat);
    if (move === undefined) return "";
    const text = move.state === "spoke" ? wordsOf(state, move) : wordsNow(move, speeches.get(move.key)?.text ?? "");
    return tailOf(unlined(text), 420);
  });
  return (
    <li className={`${css["card"]} column hidden bordered rounded on-raised`} data-seat={seat}>
      <button
        type="button"
        className={`${css["head"]} line`}
        onClick={() => {
          onOpen(seat);
        }}
      >
        <Face look={look} mood={mood} size={26} />
        <b className="cut">
          <Called name={look.name} />
        </b>
        <span>{PRESENCE_WORDS[presence]}</span>
      </button>
      <p className={`${css["said"]} column wrap end low hidden`}>
        {move !== undefined && (presence === "failed" || presence === "late") ? (
          whyNot(move)
        ) : presence === "waiting" ? (
          say("Waiting for a person to answer.")
        ) : words === "" || presence === "thinking" ? (
          again
        ) : (
          <span>
            <Inline text={words} />
          </span>
        )}
      </p>
    </li>
  );
});
