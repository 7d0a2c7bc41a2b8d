// When does nothing move? For a moment after a jump, and at speeds at which movement would only blur: outside React.
import { MotionGlobalConfig } from "motion/react";
import type { Player } from "@/playback/player";
import { motionNow } from "./preferences";

/** Milliseconds after a jump in which a picture simply stands. */
const STILL = 140;
/** An animation longer than this goes on through a jump: it is no movement from one picture to the next. */
const LASTING = 4000;
/** From this speed on nothing has the time to move. */
const BLUR = 8;

/**
 * Ends what a jump has set in motion, after the page is drawn anew for it and before anybody sees it. A style rule for
 * everything under the root would make the browser look at every element twice for a single jump; for a row of them it
 * costs that once, and this, which has to ask what moves, would cost more at each.
 */
function finishSoon(): void {
  // React draws in a microtask that is asked for after this one.
  queueMicrotask(() => {
    queueMicrotask(finish);
  });
  requestAnimationFrame(finish);
}

function finish(): void {
  if (typeof document.getAnimations !== "function") return;
  for (const animation of document.getAnimations()) {
    const end = Number(animation.effect?.getComputedTiming().endTime ?? Infinity);
    if (end < LASTING) animation.finish();
  }
}

/** Keeps `data-jumping`, `data-dragging` and `data-speed` on the root element; returns how to stop. */
export function followStillness(player: Player): () => void {
  const root = document.documentElement;
  let jumps = player.transport().jumps;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const settle = (): void => {
    const { playing, speed } = player.transport();
    const fast = playing && speed >= 2 ? String(speed) : undefined;
    if (root.dataset["speed"] !== fast)
      if (fast === undefined) delete root.dataset["speed"];
      else root.dataset["speed"] = fast;
    const still = timer !== undefined || (playing && speed >= BLUR) || motionNow() === "off";
    if (MotionGlobalConfig.skipAnimations !== still) MotionGlobalConfig.skipAnimations = still;
  };
  const follow = (): void => {
    if (player.transport().jumps !== jumps) {
      jumps = player.transport().jumps;
      root.dataset["jumping"] = "";
      if (timer === undefined) finishSoon();
      else root.dataset["dragging"] = "";
      clearTimeout(timer);
      timer = setTimeout(() => {
        timer = undefined;
        rest(root);
        settle();
      }, STILL);
    }
    settle();
  };
  follow();
  const leave = player.subscribe(follow);
  return () => {
    leave();
    clearTimeout(timer);
    rest(root);
    delete root.dataset["speed"];
    MotionGlobalConfig.skipAnimations = motionNow() === "off";
  };
}

function rest({ dataset }: HTMLElement): void {
  delete dataset["jumping"];
  delete dataset["dragging"];
}
