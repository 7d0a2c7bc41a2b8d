// Which words of a stage may be shown whose words are held against the votes? None before they were; then every sentence,
// struck where it does not stand. Where it cannot be told which sentence a finding means, all of them count as struck.
import { say } from "@/language/say";
import type { MoveView, SessionState } from "@/wire/types";
import { findingPlayed, stagePlayed, type Judgement } from "../brought";
import { moveOf, stageOf } from "../keys";
import { proseIn, readable, spokenOf } from "./readable";

export interface Piece {
  text: string;
  struck: boolean;
}
export interface Judged {
  /** Whether it is still to be checked: then there are no pieces. */
  waits: boolean;
  pieces: readonly Piece[];
  /** Whether it was written as a form, whose texts are pieces of their own. */
  form: boolean;
}

/** Whether words of a stage are held against the votes before they stand. */
export const isJudged = (stage: string): boolean => stagePlayed(stage.replace(/\.\d+$/, ""))?.judged === true;
/** The same of a move, by its key. */
export const isJudgedAt = (key: string): boolean => isJudged(stageOf(key));

/** What is said where there is no room for marks: the sentences that stand, and how many do not; or that it is checked. */
export function judgedWords({ waits, pieces }: Pick<Judged, "waits" | "pieces">): string {
  if (waits) return say("It is shown once it has been checked against the votes.");
  const stands = pieces.filter(({ struck }) => !struck).map(({ text }) => text.trim());
  const gone = pieces.length - stands.length;
  if (gone > 0) stands.push(say("({gone, plural, one {One passage} other {# passages}} left out.)", { gone }));
  return stands.join("\n");
}

/** A move's words as they are known now, in whatever form they came; of judged ones what may be shown. */
export function wordsNow(state: SessionState, move: MoveView, coming: string): string {
  const judged = judgedOf(state, move);
  if (judged !== null) return move.state === "asked" && coming === "" ? "" : judgedWords(judged);
  return readable(move.state === "spoke" ? move.text : coming);
}

const known = new WeakMap<MoveView, { findings: unknown; ended: boolean; judged: Judged }>();

/** What of a move's words may be shown; null where nobody judges them. */
export function judgedOf(state: SessionState, move: MoveView): Judged | null {
  if (!isJudged(move.stage)) return null;
  const { findings } = state;
  const ended = state.verdict !== null;
  const had = known.get(move);
  if (had !== undefined && had.findings === findings && had.ended === ended) return had.judged;
  const judged = judge(state, move);
  known.set(move, { findings, ended, judged });
  return judged;
}

const WAITS: Judged = { waits: true, pieces: [], form: false };

function judge(state: SessionState, move: MoveView): Judged {
  if (move.state !== "spoke") return WAITS;
  const key = moveOf(move.key);
  const judgements = state.findings.flatMap(({ finding }) => findingPlayed(finding.type)?.judges?.(finding, key) ?? []);
  const judgement = judgements.at(-1);
  if (judgement === undefined && state.verdict === null) return WAITS;
  const read = state.ballots[`${key}:ballot`];
  const spoiled = read !== undefined && read.ballot === null;
  const texts = proseIn(move.text);
  const pieces = judgement === undefined || spoiled ? null : divided(texts, judgement);
  const { form } = spokenOf(move.text);
  return { waits: false, pieces: pieces ?? texts.map((text) => ({ text, struck: true })), form };
}

/** The texts in pieces; null where it cannot be told which of them stand. */
function divided(texts: readonly string[], judgement: Judgement): readonly Piece[] | null {
  if (judgement === "none") return null;
  const { besides } = judgement;
  if ("stands" in judgement) {
    const stands = ` ${wordsOf(judgement.stands, besides)
      .map(({ word }) => word)
      .join(" ")} `;
    return texts.flatMap((text) =>
      [...sentences.segment(text)].map(({ segment }) => {
        const words = wordsOf(segment, besides).map(({ word }) => word);
        return { text: segment, struck: !stands.includes(` ${words.join(" ")} `) };
      }),
    );
  }
  const places = texts.map((): [number, number][] => []);
  for (const sentence of judgement.strikes) {
    const sought = wordsOf(sentence, besides).map(({ word }) => word);
    let found = sought.length === 0;
    texts.forEach((text, at) => {
      const words = wordsOf(text, besides);
      for (let from = 0; from + sought.length <= words.length && sought.length > 0; from += 1) {
        if (!sought.every((word, nth) => words[from + nth]?.word === word)) continue;
        places[at]?.push([words[from]?.from ?? 0, words[from + sought.length - 1]?.to ?? 0]);
        found = true;
      }
    });
    if (!found) return null;
  }
  return texts.flatMap((text, at) => cut(text, places[at] ?? []));
}

/** A text with these places struck, each with the mark that ends its sentence. */
function cut(text: string, places: readonly [number, number][]): Piece[] {
  const pieces: Piece[] = [];
  let at = 0;
  for (const [from, to] of places.toSorted(([one], [other]) => one - other)) {
    const end = to + (/^[\])}"'”’»]*[.!?…]+["'”’»)]*/.exec(text.slice(to))?.[0].length ?? 0);
    if (from > at) pieces.push({ text: text.slice(at, from), struck: false });
    if (end > at) pieces.push({ text: text.slice(Math.max(at, from), end), struck: true });
    at = Math.max(at, end);
  }
  if (text.slice(at).trim() !== "") pieces.push({ text: text.slice(at), struck: false });
  return pieces;
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });

interface Word {
  word: string;
  from: number;
  to: number;
}

/** The words of a text in small letters with their places, without what a program put beside them. */
function wordsOf(text: string, besides: RegExp): Word[] {
  const bare = text.replaceAll(besides, (mark) => " ".repeat(mark.length));
  return [...bare.matchAll(/[\p{L}\p{M}\p{N}_]+/gu)].map((found) => ({
    word: found[0].toLowerCase(),
    from: found.index,
    to: found.index + found[0].length,
  }));
}
