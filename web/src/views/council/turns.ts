// Which questions came before, and which session put each? The turns that prompts hold, matched from the newest back with
// the conversation's sessions; a session that came to no answer, or lies further back than what goes along, is one, too.
import type { Schemas, SessionState } from "@/wire/types";

export interface Turn {
  question: string;
  /** Null where it did not come along whole, and can be asked for. */
  answer: string | null;
  /** Its number among the turns that prompts hold; null where they hold nothing of it. */
  number: number | null;
  whole: boolean;
  /** The session that put it; null where that is not known. */
  session: string | null;
  files: readonly string[];
}

type History = SessionState["question"]["history"];
type Carried = Schemas["CarriedHistory"] | null;
type Row = Pick<Schemas["SessionRow"], "session" | "question">;

export function turnsOf(history: History, sessions: readonly Row[], carried: Carried): readonly Turn[] {
  const [before, cut] = [carried?.before ?? 0, carried?.summarise ?? 0];
  const held = history.map((turn, at): Turn => ({
    question: turn.question,
    answer: turn.answer,
    number: before + at + 1,
    whole: at >= cut,
    session: null,
    files: turn.attachments.map(({ name }) => name),
  }));
  const turns: Turn[] = [];
  for (const { session, question } of [...sessions].reverse()) {
    const last = held.at(-1);
    if (last !== undefined && isBeginning(question, last.question)) turns.unshift({ ...(held.pop() ?? last), session });
    else turns.unshift({ question, answer: null, number: null, whole: false, session, files: [] });
  }
  return [...held, ...turns];
}

/** A list's beginning of a question against the whole one. */
function isBeginning(beginning: string, question: string): boolean {
  const flat = (words: string): string => words.replace(/\s+/g, " ").trim();
  const known = flat(beginning).replace(/\s*…$/, "");
  return known !== "" && flat(question).startsWith(known);
}
