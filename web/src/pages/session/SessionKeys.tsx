// Which shortcuts work in a session? Views, time, and what can be taken from it.
import { useMemo } from "react";
import { useLocation } from "wouter";
import { copied } from "@/controls/CopyButton";
import { usePlayer } from "@/hooks/session";
import { useShortcuts } from "@/keyboard/shortcuts";
import { say } from "@/language/say";
import { bandsIn, markersOf, stepped } from "@/playback/chapters";
import { SPEEDS, type Speed } from "@/playback/clock";
import type { Player } from "@/playback/player";
import { lastCode, lastWords, useCopyLink } from "./copying";
import { KEYED } from "./views";

const STEP = 5000;

interface Given {
  /** Whether the view can be taken to other moments. */
  timed: boolean;
  base: string;
}

export function SessionKeys({ timed, base }: Given) {
  const player = usePlayer();
  const [, go] = useLocation();
  const copyLink = useCopyLink();
  const time = useMemo(() => deedsOf(player), [player]);
  const views = Object.fromEntries(
    KEYED.map((name) => [
      name,
      () => {
        go(`${base}/${name}${location.search}`, { replace: true });
        // Where the address says so already, nothing changes that would scroll to it.
        document.querySelector(`[data-part="${name}"]`)?.scrollIntoView();
      },
    ]),
  );
  useShortcuts({
    ...views,
    ...(timed ? time : {}),
    link: copyLink,
    "full-screen": () => {
      if (document.fullscreenElement === null) void document.documentElement.requestFullscreen();
      else void document.exitFullscreen();
    },
    "copy-words": () => {
      const words = lastWords(player.moment().state);
      return words !== "" && copied(words, say("The last words were copied."));
    },
    "copy-code": () => {
      const code = lastCode(lastWords(player.moment().state));
      return code !== "" && copied(code, say("The last block of code was copied."));
    },
  });
  return null;
}

/** Everything that moves the playhead. */
function deedsOf(player: Player) {
  const by = (step: number) => (): void => {
    player.seek(player.moment().at + step);
  };
  const tenth = (share: number) => (): void => {
    player.seek(player.moment().at + player.show.duration * share);
  };
  const along = (places: () => number[], way: 1 | -1) => (): void => {
    const t = stepped(places(), player.moment().at, way);
    if (t !== undefined) player.seek(t);
    else if (way < 0) player.seekCount(1);
  };
  const markers = (): number[] =>
    markersOf(player.show.dated())
      .map((marker) => marker.t)
      .sort((one, other) => one - other);
  const stages = (): number[] => bandsIn(player.show).map((band) => band.from);
  const pace = (way: 1 | -1) => (): void => {
    const next = SPEEDS[SPEEDS.indexOf(player.transport().speed) + way];
    if (next !== undefined) player.setSpeed(next as Speed);
  };
  const event = (way: 1 | -1) => (): void => {
    player.seekCount(player.moment().count + way);
  };
  return {
    play: () => {
      const { playing, atHead, behind, ended } = player.transport();
      if (playing || (atHead && (behind || !ended))) player.pause();
      else player.play();
    },
    back: by(-STEP),
    on: by(STEP),
    "far-back": tenth(-0.1),
    "far-on": tenth(0.1),
    "marker-back": along(markers, -1),
    "marker-on": along(markers, 1),
    "stage-back": along(stages, -1),
    "stage-on": along(stages, 1),
    "event-back": event(-1),
    "event-on": event(1),
    slower: pace(-1),
    faster: pace(1),
    start: () => {
      player.seekCount(1);
    },
    end: () => {
      player.toHead();
    },
    newest: () => {
      player.toHead();
    },
    tenth: (digit: string) => {
      player.seek((player.show.duration * Number(digit)) / 10);
    },
  };
}
