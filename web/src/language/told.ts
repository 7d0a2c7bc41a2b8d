// How is what the server says put into the reader's language? Its fixed sentences as they stand, those with values by
// patterns: `{n} models` is found in `4 models`. What is not known stays as it came; names and answers are never asked for.
import { locale, served, type Catalogue } from "@/language/catalogue";
import { isEnglish } from "./english";
import { filled, plain, type Value } from "./message";

/** Longer ones are no sentences of the server's own, and patterns would take long over them. */
const LONGEST = 600;
/** A value may be a sentence itself: `at least {two ballots would have to change}`. */
const DEEPEST = 4;
/** So few letters of its own (`{n} of {n}`) are no mark of a sentence: such a pattern holds numbers alone. */
const TELLING = 3;
/** Below so many letters a pattern says too little to be known by them alone. */
const WEAK = 10;
/** What is no word: a sum, a share, a span of time. */
const AMOUNT = /^[^\p{L}]*\d[^\p{L}]*$/u;
const NUMBER = "[\\d.,]+";
/** Where a sentence begins: with a capital, a name in braces or backticks, or a model's id. */
const SENTENCE = /(?<=[.!?]) (?=[\p{Lu}{`]|[a-z][\w.-]*\/)/u;
/** So many characters of several sentences are looked through. */
const SEVERAL = 4 * LONGEST;

interface Pattern {
  /** Its own words, between its values. */
  own: readonly string[];
  form: RegExp;
  names: readonly string[];
  message: string;
  /** It begins with a value and has so few letters and no signs of its own that it fits what it was not written for. */
  weak: boolean;
}

/** What these sentences are in another language. */
export function teller(catalogue: Catalogue, locale: string): (text: string) => string {
  let patterns: readonly Pattern[] | null = null;
  const lists = new Intl.ListFormat(locale, { type: "conjunction" });
  const known = (text: string, depth: number): string | null => {
    if (Object.hasOwn(catalogue, text)) return plain(filled(catalogue[text] ?? text, {}, locale));
    const name = NAME.test(text) ? named(text, depth) : null;
    if (name !== null) return name;
    if (text.length > LONGEST || depth > DEEPEST) return null;
    patterns ??= patternsOf(catalogue);
    let rows: string | null | undefined;
    for (const { own, form, names, message, weak } of patterns) {
      if (weak && rows === undefined && (rows = rowsOf(text, depth)) !== null) return rows;
      const found = holds(text, own) ? form.exec(text) : null;
      if (found === null) continue;
      const parts = names.map((_, at) => found[at + 1] ?? "");
      const told = parts.map((part) => valued(part, depth));
      // `{lead} for {winner}` fits half of all sentences: it is meant where a part of it is known, or is a number.
      if (weak && !parts.some((part, at) => told[at] !== part || AMOUNT.test(part))) continue;
      const values = names.map((name, at): [string, Value] => [name, told[at] ?? ""]);
      return plain(filled(message, Object.fromEntries(values), locale));
    }
    return null;
  };
  /** A stage or a class of verdict in the middle of a sentence, which is listed as it is written by itself. */
  const named = (text: string, depth: number): string | null => {
    const title = text.slice(0, 1).toUpperCase() + text.slice(1).replaceAll(/[._-]/g, " ");
    return Object.hasOwn(catalogue, title) || / \d+$/.test(title) ? known(title, depth + 1) : null;
  };
  /** Several sentences are told one by one where every one of them is known: half of them would mix the languages. */
  const tell = (text: string, depth: number): string => {
    return sentencesOf(text, depth) ?? text;
  };
  /** Several parts that are each known, before what fits them all by chance. */
  const rowsOf = (text: string, depth: number): string | null => {
    const rows = text.split("; ");
    const each = rows.length < 2 || text.length > LONGEST ? [null] : rows.map((row) => known(row, depth + 1));
    return each.every((row) => row !== null) ? each.join("; ") : null;
  };
  const sentencesOf = (text: string, depth: number): string | null =>
    (Object.hasOwn(catalogue, text) ? null : severally(text, depth)) ?? known(text, depth);
  const severally = (text: string, depth: number): string | null => {
    const sentences = text.split(SENTENCE);
    if (sentences.length < 2 || text.length > SEVERAL) return null;
    const each = sentences.map((sentence) => known(sentence, depth));
    return each.every((sentence) => sentence !== null) ? each.join(/^(?:zh|ja)/.test(locale) ? "" : " ") : null;
  };
  const valued = (text: string, depth: number): Value => {
    const number = /^((?:\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d{1,9}))?)(%?)$/.exec(text);
    if (number === null) return inside(text, depth + 1);
    const [, amount = "", { length: digits } = "", sign] = number;
    const fixed = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    const value = Number(amount.replaceAll(",", ""));
    // A share is written as its language writes one: `98%` is `98 %` in German.
    const form = sign === "%" ? { ...fixed, style: "percent" as const } : fixed;
    return new Intl.NumberFormat(locale, form).format(sign === "%" ? value / 100 : value);
  };
  /** A part of a sentence: known, or several of them in a row (`{a}, {b} and {c}`), which every language joins its own way. */
  const inside = (text: string, depth: number): string => {
    const whole = depth > DEEPEST ? null : sentencesOf(text, depth);
    if (whole !== null) return whole;
    const rows = text.split("; ");
    if (rows.length > 1) return rows.map((row) => inside(row, depth + 1)).join("; ");
    const parts = text.split(/, | and /);
    const named = (part: string): boolean => /^\{[^{}]+\}$/.test(part);
    const said = parts.map((part) => (named(part) ? part : known(part, depth + 1)));
    return parts.length > 1 && said.every((part) => part !== null) ? lists.format(said) : text;
  };
  return (text) => tell(text, 0);
}

/** What may be a name for programs, or its words: `review`, `round.2`, `narrow majority`. */
const NAME = /^(?=.{2,48}$)[a-z]+(?:[ ._-][a-z0-9]+)*$/;

/** Those with the most words of their own first: they say the most about what they fit. */
function patternsOf(catalogue: Catalogue): Pattern[] {
  return Object.entries(catalogue)
    .filter(([english]) => /\{\w+\}/.test(english))
    .map(([english, message]) => ({ english, message, own: english.replaceAll(/\{\w+\}/g, "") }))
    .sort((one, other) => other.own.length - one.own.length)
    .map(({ english, message, own }) => {
      const parts = english.split(/\{(\w+)\}/);
      const names = parts.filter((_, at) => at % 2 === 1);
      const letters = own.replaceAll(/[^a-z]/gi, "").length;
      const bare = letters < TELLING;
      // What is called `n` is a number; whatever else may be anything.
      const signs = parts.map((part, at) =>
        at % 2 === 0 ? escaped(part) : bare || /^n\d*$/.test(part) ? `(${NUMBER})` : "(.+?)",
      );
      const words = parts.filter((_, at) => at % 2 === 0);
      return {
        own: words,
        form: new RegExp(`^${signs.join("")}$`),
        names,
        message,
        weak: parts[0] === "" && letters < WEAK && /^[a-z ]*[.!?]?$/i.test(own),
      };
    });
}

/** Whether the words stand in it one after the other, the first at its beginning and the last at its end: most patterns
 * are put aside by that, which costs a hundredth of trying them. */
function holds(text: string, own: readonly string[]): boolean {
  if (!text.startsWith(own[0] ?? "") || !text.endsWith(own.at(-1) ?? "")) return false;
  let from = 0;
  for (const words of own) {
    const at = text.indexOf(words, from);
    if (at < 0) return false;
    from = at + words.length;
  }
  return true;
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

const inLanguage = teller(served, locale);

/** What the server says, in the reader's language; not for names, questions or what models write. */
export const told = (text: string): string => (isEnglish() ? text : inLanguage(text));

/** Whether it has been put into the reader's language: names and numbers come back as they were. */
export const isTold = (text: string): boolean => told(text) !== text;
