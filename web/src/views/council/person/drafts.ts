// What has been typed here and not been sent? It is kept for the tab's life, so that neither another view nor a reload
// loses it; by session and place, e.g. the move that is answered.
import { useState } from "react";

const PLACE = "moot.draft";
/** For browsers that keep nothing. */
const held = new Map<string, string>();

function kept(place: string): string {
  try {
    return sessionStorage.getItem(place) ?? "";
  } catch {
    return held.get(place) ?? "";
  }
}

function keep(place: string, text: string): void {
  try {
    if (text === "") sessionStorage.removeItem(place);
    else sessionStorage.setItem(place, text);
  } catch {
    held.set(place, text);
  }
}

/** What is typed at a place of a session, and how to change it. */
export function useDraft(session: string, at: string): [text: string, write: (text: string) => void] {
  const place = `${PLACE} ${session} ${at}`;
  const [text, setText] = useState(() => kept(place));
  const write = (next: string): void => {
    keep(place, next);
    setText(next);
  };
  return [text, write];
}
