// What can be copied from a session? A link to the moment shown, the last words that conclude it, the last code in them.
import { toast } from "@/controls/toasts";
import { usePlayer } from "@/hooks/session";
import type { SessionState } from "@/wire/types";
import { addressOf } from "./address";

export async function copy(text: string, said: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(said);
  } catch {
    toast("The browser does not let this page copy. Select the text and copy it by hand.");
  }
}

/** Puts the moment into the address, as a step that can be gone back from, and copies it. */
export function useCopyLink(): () => void {
  const player = usePlayer();
  return () => {
    const address = addressOf(player, true);
    if (location.protocol !== "file:") history.pushState(history.state, "", address);
    void copy(address, "A link to this moment was copied.");
  };
}

/** The verdict, or what was said last. */
export function lastWords(state: SessionState): string {
  if (state.verdict?.text) return state.verdict.text;
  return Object.values(state.moves).findLast((move) => move.state === "spoke")?.text ?? "";
}

/** The last block of code in a text, without its fence; empty when there is none. */
export function lastCode(text: string): string {
  return [...text.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1/gm)].at(-1)?.[2] ?? "";
}
