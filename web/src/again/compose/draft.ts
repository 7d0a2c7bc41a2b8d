// Paragraphs that can be added to an answer of one's own, and its draft, kept in this browser.

/** A text in paragraphs, and whose it is. */
export interface Source {
  name: string;
  texts: readonly string[];
}

/** Split text at blank lines; code stays whole. */
export function paragraphsIn(text: string): string[] {
  const found: string[] = [];
  for (const part of text.split(/\n\s*\n/)) {
    const last = found.at(-1);
    const open = last !== undefined && (last.match(/^\s*```/gm)?.length ?? 0) % 2 === 1;
    if (open) found[found.length - 1] = `${last}\n\n${part}`;
    else if (part.trim() !== "") found.push(part.trim());
  }
  return found;
}

const keyOf = (sessions: readonly string[]): string => `moot.merge.draft.${sessions.toSorted().join(".")}`;

/** The draft over these sessions, in whichever order they are named. */
export function keptDraft(sessions: readonly string[]): string {
  try {
    return localStorage.getItem(keyOf(sessions)) ?? "";
  } catch {
    return "";
  }
}

export function keepDraft(sessions: readonly string[], text: string): void {
  try {
    if (text === "") localStorage.removeItem(keyOf(sessions));
    else localStorage.setItem(keyOf(sessions), text);
  } catch {
    // a browser that keeps nothing: the draft holds for this page
  }
}
