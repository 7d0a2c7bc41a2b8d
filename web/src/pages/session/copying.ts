// What can be copied from a session? A link to the moment shown, the last words that conclude it, the last code in them.
import { copied } from "@/controls/CopyButton";
import { usePlayer } from "@/hooks/session";
import { say } from "@/language/say";
import type { SessionState } from "@/wire/types";
import { addressOf } from "./address";

/** Puts the moment into the address, as a step that can be gone back from, and copies it. */
export function useCopyLink(): () => void {
  const player = usePlayer();
  return () => {
    const address = addressOf(player, true);
    if (location.protocol !== "file:") history.pushState(history.state, "", address);
    void copied(address, say("A link to this moment was copied."));
  };
}

/** The verdict, or what was said last. */
export function lastWords(state: SessionState): string {
  if (state.verdict?.text) return state.verdict.text;
  return Object.values(state.moves).findLast(({ state }) => state === "spoke")?.text ?? "";
}

/** The last block of code in a text, without its fence; empty when there is none. */
export function lastCode(text: string): string {
  return [...text.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1/gm)].at(-1)?.[2] ?? "";
}
