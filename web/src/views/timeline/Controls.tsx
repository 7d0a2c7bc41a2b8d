// How is the playhead moved by buttons? Restart, step, play, the clock; speed, idle stretches, the newest moment.
import { ChevronLeft, ChevronRight, List, Pause, Play, RotateCcw } from "lucide-react";
import { useEffect, useRef } from "react";
import { usePreferences } from "@/hooks/preferences";
import { usePlayer, useTransport } from "@/hooks/session";
import { locale, say } from "@/language/say";
import { clockText, SPEEDS, type Speed } from "@/playback/clock";
import { BEHIND } from "@/playback/show/reach";
import type { Keys } from "./words";
import css from "./timeline.module.css";

interface Pressed {
  name: string;
  keys: string | undefined;
  className?: string | undefined;
  onClick: () => void;
  children: React.ReactNode;
}

function Press({ name, keys, className = css["press"], onClick, children }: Pressed) {
  return (
    <button
      type="button"
      aria-label={name}
      title={name}
      aria-keyshortcuts={keys}
      className={className}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

export function Controls({ keys }: { keys: Keys }) {
  const player = usePlayer();
  const runs = useTransport(({ playing, atHead, behind, ended }) => playing || (atHead && (behind || !ended)));
  return (
    <div className={`${css["controls"]} flex at-centre snug nowrap`}>
      <Press
        name={say("From the beginning")}
        keys={keys("start")}
        onClick={() => {
          player.seekCount(1);
          player.play();
        }}
      >
        <RotateCcw size={17} />
      </Press>
      <Press
        name={say("One event back")}
        keys={keys("event-back")}
        onClick={() => {
          player.seekCount(player.moment().count - 1);
        }}
      >
        <ChevronLeft size={19} />
      </Press>
      <Press
        name={runs ? say("Pause") : say("Play")}
        keys={keys("play")}
        className={`${css["play"]} middle fixed circle`}
        onClick={() => {
          if (runs) player.pause();
          else player.play();
        }}
      >
        {runs ? <Pause size={19} fill="currentColor" /> : <Play size={19} fill="currentColor" />}
      </Press>
      <Press
        name={say("One event on")}
        keys={keys("event-on")}
        onClick={() => {
          player.seekCount(player.moment().count + 1);
        }}
      >
        <ChevronRight size={19} />
      </Press>
      <Clock />
    </div>
  );
}

/** Written by one subscription: it changes with every frame, and nothing else does. */
function Clock() {
  const player = usePlayer();
  const now = useRef<HTMLElement>(null);
  const whole = useRef<HTMLElement>(null);
  useEffect(() => {
    const write = (): void => {
      const [t, end] = [clockText(player.moment().at), clockText(player.show.duration)];
      if (now.current !== null && now.current.textContent !== t) now.current.textContent = t;
      if (whole.current !== null && whole.current.textContent !== end) whole.current.textContent = end;
    };
    write();
    return player.subscribe(write);
  }, [player]);
  return (
    <span className={css["clock"]}>
      <b ref={now}>0:00</b> / <span ref={whole}>0:00</span>
    </span>
  );
}

export function Pace({ keys, listed, onList }: { keys: Keys; listed: boolean; onList: () => void }) {
  const player = usePlayer();
  const speed = useTransport((transport) => transport.speed);
  const skipIdle = useTransport((transport) => transport.skipIdle);
  const { floor } = usePreferences();
  return (
    <div className={`${css["pace"]} line nowrap`}>
      <select
        aria-label={say("Speed")}
        aria-keyshortcuts={keys("faster")}
        value={speed}
        onChange={(event) => {
          player.setSpeed(Number(event.target.value) as Speed);
        }}
      >
        {SPEEDS.map((each) => (
          <option key={each} value={each}>
            {each}×
          </option>
        ))}
      </select>
      {/* Who has the floor one after the other is waited for by nobody: only words that come as they came have pauses. */}
      {floor === "all" && (
        <label className={`${css["idle"]} tap muted`}>
          <input
            type="checkbox"
            checked={skipIdle}
            onChange={(event) => {
              player.showBy(player.show.way, event.target.checked);
            }}
          />
          {say("skip idle")}
        </label>
      )}
      <Press
        name={say("Chapters")}
        keys={keys("chapters")}
        className={`${css["press"]} ${listed ? "ink on-card" : ""}`}
        onClick={onList}
      >
        <List size={18} />
      </Press>
      <Newest keys={keys} />
    </div>
  );
}

/** Goes to the newest moment; it says how much has come since the moment shown, or how much of the show is still to come.
 * Who goes along with a session that runs does so a little behind it, too. */
function Newest({ keys }: { keys: Keys }) {
  const player = usePlayer();
  const ended = useTransport((transport) => transport.ended);
  const atHead = useTransport((transport) => transport.atHead);
  const late = useTransport((transport) => transport.behind);
  const behind = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const write = (): void => {
      const { ended: over, atHead: there, behind: led, length } = player.transport();
      const { at, count } = player.moment();
      const since = over || there ? "" : ` +${(length - count).toLocaleString(locale)}`;
      // Far behind, the stage says so in a line of its own: one figure of one thing.
      const waiting = player.lag() > BEHIND ? "" : led ? ` −${clockText(player.show.duration - at)}` : since;
      if (behind.current !== null && behind.current.textContent !== waiting) behind.current.textContent = waiting;
    };
    write();
    return player.subscribe(write);
  }, [player]);
  return (
    <button
      type="button"
      className={`${css["newest"]} tap pill muted strong ${atHead && !late ? "ink" : ""}`}
      aria-keyshortcuts={keys("newest")}
      aria-pressed={atHead && !(ended && late)}
      title={ended ? say("To the end") : say("To what happens now")}
      onClick={() => {
        player.toHead();
      }}
    >
      {ended ? say("End") : say("Live")}
      <span ref={behind} />
    </button>
  );
}
