// The view a session opens in, and what happens there when the answer comes. Every session opens on its answer, but a debate
// that runs, which is watched: who watched it untouched is taken to the answer, anybody else is told that it is there.
import { useEffect, useRef, useState } from "react";
import { useLocation } from "wouter";
import { usePlayer, useTransport } from "@/hooks/session";
import { cardOf } from "@/protocols/table";
import { placeFrom, type Place } from "./views";

const OPEN = ["running", "waiting"];
/** Milliseconds: what is over sooner is not watched. Shown at a pace one can follow it would keep the answer back. */
const BRIEF = 3000;

export type Ready = "answer" | "none" | "";

export interface Opened {
  /** Where the reader is; null until it is known whether the session runs. */
  place: Place | null;
  /** What it has come to while it was on this page: an answer, none by the protocol's own rule, or nothing yet. */
  ready: Ready;
}

export function useOpening(address: string | undefined, base: string): Opened {
  const player = usePlayer();
  const [, go] = useLocation();
  const named = placeFrom(address);
  const known = useTransport(({ loaded, connection }) => loaded && connection !== "connecting");
  const over = useTransport(({ ended }) => ended);
  const [began, begin] = useState<{ place: Place; running: boolean } | null>(null);
  if (known && began === null) {
    const { status, protocol } = player.log.head;
    const running = OPEN.includes(status);
    const moment = new URLSearchParams(location.search).has("t");
    const watch = moment || (running && cardOf(protocol).watched === true);
    begin({ place: { view: watch ? "watch" : "result", part: "" }, running });
  }
  const untouched = useUntouched();
  const place = named ?? began?.place ?? null;
  const shown = useTransport(({ behind }) => !behind);
  const ended = began?.running === true && over;
  const { verdict } = player.log.head;
  const ready: Ready = !ended || verdict === null ? "" : verdict.text === null ? "none" : "answer";
  const brief = player.log.duration < BRIEF;
  const moves = ended && (shown || brief) && named === null && place?.view === "watch";
  useEffect(() => {
    if (moves && untouched.current && (brief || player.transport().atHead)) go(`${base}/result`, { replace: true });
  }, [moves, brief, untouched, player, go, base]);
  const view = place?.view;
  useEffect(() => {
    // The answer is the newest one, whichever moment was looked at.
    const { atHead, behind, loaded } = player.transport();
    if (view === "result" && loaded && (!atHead || behind)) player.toHead();
  }, [view, known, over, player]);
  return { place, ready };
}

/** Whether nobody has pressed, typed or scrolled since the page stands. */
function useUntouched(): { readonly current: boolean } {
  const untouched = useRef(true);
  useEffect(() => {
    const touch = (): void => {
      untouched.current = false;
    };
    const ways = ["pointerdown", "keydown", "wheel", "touchmove"] as const;
    for (const way of ways) addEventListener(way, touch, { capture: true, passive: true });
    return () => {
      for (const way of ways) removeEventListener(way, touch, { capture: true });
    };
  }, []);
  return untouched;
}
