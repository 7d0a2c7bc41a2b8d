// How are twenty thousand events listed? Only those that are in view are there at all.
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { useLooks, useMoment, usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { clockText } from "@/playback/clock";
import { moveName, seatName } from "./rows";
import css from "./inspector.module.css";

const ROW = 26;
/** Rows drawn beyond the edges, so that scrolling shows no gap. */
const BEYOND = 8;

interface Given {
  places: readonly number[];
  chosen: number | null;
  choose: (at: number) => void;
}

export function Rows({ places, chosen, choose }: Given) {
  const player = usePlayer();
  const looks = useLooks();
  const count = useMoment((moment) => moment.count);
  const list = useRef<HTMLDivElement>(null);
  const [{ top, height }, scroll] = useState({ top: 0, height: 400 });
  useEffect(() => {
    const place = list.current;
    if (place === null) return;
    const sizes = new ResizeObserver(() => {
      scroll({ top: place.scrollTop, height: place.clientHeight });
    });
    sizes.observe(place);
    return () => {
      sizes.disconnect();
    };
  }, []);
  const first = Math.max(0, Math.floor(top / ROW) - BEYOND);
  const drawn = places.slice(first, Math.ceil((top + height) / ROW) + BEYOND);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1, PageDown: 12, PageUp: -12 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const now = chosen === null ? -1 : places.indexOf(chosen);
    const index = Math.min(places.length - 1, Math.max(0, now + step));
    const next = places[index];
    if (next === undefined) return;
    choose(next);
    const place = list.current;
    if (place === null) return;
    if (index * ROW < place.scrollTop) place.scrollTop = index * ROW;
    else if ((index + 1) * ROW > place.scrollTop + place.clientHeight)
      place.scrollTop = (index + 1) * ROW - place.clientHeight;
  };
  if (places.length === 0) return <p className={css["none"]}>{say("No event is like that. Ask for less.")}</p>;
  return (
    <div
      ref={list}
      className={css["rows"]}
      role="listbox"
      aria-label={say("Events")}
      tabIndex={0}
      aria-activedescendant={chosen === null ? undefined : `event-${String(chosen)}`}
      onKeyDown={move}
      onScroll={(event) => {
        scroll({ top: event.currentTarget.scrollTop, height: event.currentTarget.clientHeight });
      }}
    >
      <div style={{ height: places.length * ROW }} role="presentation">
        {drawn.map((at, index) => {
          const event = player.log.events[at];
          if (event === undefined) return null;
          return (
            <div
              key={at}
              id={`event-${String(at)}`}
              role="option"
              aria-selected={at === chosen}
              aria-setsize={places.length}
              aria-posinset={first + index + 1}
              className={`${css["row"]} ${at < count ? "" : css["ahead"]}`}
              style={{ transform: `translateY(${String((first + index) * ROW)}px)` }}
              onClick={() => {
                choose(at);
              }}
              onDoubleClick={() => {
                player.seekCount(event.seq);
              }}
            >
              <span>{event.seq}</span>
              <time>{clockText(event.t)}</time>
              <b>{event.kind}</b>
              <span>{moveName(event)}</span>
              <em>{seatName(looks, event)}</em>
            </div>
          );
        })}
      </div>
    </div>
  );
}
