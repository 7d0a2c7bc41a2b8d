// What is read aloud while a session is watched? One polite voice for what happens, one that interrupts for errors.
import { useEffect, useRef } from "react";
import { preferences } from "@/hooks/preferences";
import { usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import { bandAt, bandsIn } from "@/playback/chapters";
import { clockText } from "@/playback/clock";
import type { Player } from "@/playback/player";
import { Recital } from "@/playback/aloud/recital";
import { isHeldBack } from "@/playback/show/plan";
import { announced } from "@/playback/aloud/spoken";

/** What comes close together is read as one. */
const GATHERED = 700;
/** More than this at once is no watching: it is told where the viewer is, not all that lies between. */
const MOST = 12;

export function Announcer() {
  const player = usePlayer();
  const polite = useRef<HTMLDivElement>(null);
  const urgent = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let { count } = player.moment();
    let { jumps } = player.transport();
    let [calm, loud]: [string[], string[]] = [[], []];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const speak = (): void => {
      timer = undefined;
      if (polite.current !== null && calm.length > 0) polite.current.textContent = calm.join(" ");
      if (urgent.current !== null && loud.length > 0) urgent.current.textContent = loud.join(" ");
      [calm, loud] = [[], []];
    };
    const recital = new Recital();
    recital.begin(player.moment());
    const follow = (): void => {
      const [before, jumped] = [count, player.transport().jumps !== jumps];
      ({ count } = player.moment());
      ({ jumps } = player.transport());
      const far = jumped || count < before || count - before > MOST;
      if (far) recital.begin(player.moment());
      const read = preferences().announce === "sentences" ? recital.next(player.moment()) : [];
      if (count === before && !jumped && read.length === 0) return;
      if (far) [calm, loud] = [[place(player)], []];
      else
        for (let at = before; at < count; at++) {
          const event = player.log.events[at];
          const state = player.log.at(at + 1);
          if (event === undefined || isHeldBack(event)) continue;
          // What was held back until the verdict is told with it.
          const all = event.kind === "VerdictReached" ? [event, ...player.log.events.filter(isHeldBack)] : [event];
          for (const each of all) {
            const told = announced(each, state, preferences().announce);
            if (told) (told.urgent ? loud : calm).push(told.text);
          }
        }
      calm.push(...read);
      timer ??= setTimeout(speak, GATHERED);
    };
    const leave = player.subscribe(follow);
    return () => {
      leave();
      clearTimeout(timer);
    };
  }, [player]);
  return (
    <>
      <div ref={polite} className="unseen" role="status" aria-live="polite" />
      <div ref={urgent} className="unseen" role="alert" aria-live="assertive" />
    </>
  );
}

/** Where the viewer is after a jump. */
function place(player: Player): string {
  const { at } = player.moment();
  const stage = bandAt(bandsIn(player.show), at)?.title ?? say("Opening");
  return `${clockText(at)}, ${stage}.`;
}
