// Where does the playhead stand? A slider whose place, value and words are written by one subscription, not by React.
import { useEffect, useRef } from "react";
import { usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import type { Band } from "@/playback/chapters";
import type { Keys } from "./words";
import { spoken } from "./words";
import css from "./timeline.module.css";

export function Playhead({ bands, keys }: { bands: readonly Band[]; keys: Keys }) {
  const player = usePlayer();
  const head = useRef<HTMLDivElement>(null);
  const played = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const track = head.current?.parentElement;
    if (track === null || track === undefined) return;
    let width = track.clientWidth;
    let [second, said] = [-1, -1];
    const write = (): void => {
      const { count, at: t } = player.moment();
      const { duration, atHead, behind } = player.transport();
      const share = atHead && !behind ? 1 : Math.min(1, t / Math.max(1, duration));
      if (head.current === null || played.current === null) return;
      head.current.style.transform = `translateX(${(share * width).toFixed(1)}px)`;
      played.current.style.transform = `scaleX(${share.toFixed(4)})`;
      // Words for the ear change with the second, or when somebody steps through events.
      if (Math.floor(t / 1000) === second && count === said) return;
      [second, said] = [Math.floor(t / 1000), count];
      const now = bands.findLastIndex((band) => band.from <= t);
      track.querySelectorAll("[data-band]").forEach((band, index) => {
        band.toggleAttribute("data-now", index === now);
      });
      head.current.setAttribute("aria-valuemax", String(Math.round(duration / 1000)));
      head.current.setAttribute("aria-valuenow", String(Math.min(second, Math.round(duration / 1000))));
      head.current.setAttribute("aria-valuetext", spoken(t, duration, bands, count));
    };
    const sizes = new ResizeObserver(() => {
      width = track.clientWidth;
      write();
    });
    sizes.observe(track);
    write();
    const leave = player.subscribe(write);
    return () => {
      leave();
      sizes.disconnect();
    };
  }, [player, bands]);
  return (
    <>
      <div ref={played} className={`${css["played"]} absolute no-touch`} aria-hidden="true" />
      <div
        ref={head}
        className={`${css["head"]} absolute no-touch`}
        role="slider"
        tabIndex={0}
        aria-label={say("Time")}
        aria-keyshortcuts={keys("on")}
        aria-valuemin={0}
        aria-valuenow={0}
      />
    </>
  );
}
