// How is what the server says put into the reader's language? Its fixed sentences as they stand, those with values by
// patterns: `{n} models` is found in `4 models`. What is not known stays as it came; names and answers are never asked for.
import { language, locale, served, type Catalogue } from "@/language/catalogue";
import { filled, plain, type Value } from "./message";

/** Longer ones are no sentences of the server's own, and patterns would take long over them. */
const LONGEST = 600;
/** A value may be a sentence itself: `at least {two ballots would have to change}`. */
const DEEPEST = 3;

interface Pattern {
  form: RegExp;
  names: readonly string[];
  message: string;
}

/** What these sentences are in another language. */
export function teller(catalogue: Catalogue, locale: string): (text: string) => string {
  let patterns: readonly Pattern[] | null = null;
  const tell = (text: string, depth: number): string => {
    if (Object.hasOwn(catalogue, text)) return plain(filled(catalogue[text] ?? text, {}, locale));
    if (text.length > LONGEST || depth > DEEPEST) return text;
    patterns ??= patternsOf(catalogue);
    for (const { form, names, message } of patterns) {
      const found = form.exec(text);
      if (found === null) continue;
      const values = names.map((name, at): [string, Value] => [name, valued(found[at + 1] ?? "", depth)]);
      return plain(filled(message, Object.fromEntries(values), locale));
    }
    return text;
  };
  const valued = (text: string, depth: number): Value => {
    if (!/^(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d{1,9})?$/.test(text)) return tell(text, depth + 1);
    const digits = text.split(".")[1]?.length ?? 0;
    const form = { minimumFractionDigits: digits, maximumFractionDigits: digits };
    return new Intl.NumberFormat(locale, form).format(Number(text.replaceAll(",", "")));
  };
  return (text) => tell(text, 0);
}

/** Those with the most words of their own first: they say the most about what they fit. */
function patternsOf(catalogue: Catalogue): Pattern[] {
  return Object.entries(catalogue)
    .filter(([english]) => /\{\w+\}/.test(english))
    .map(([english, message]) => ({ english, message, own: english.replaceAll(/\{\w+\}/g, "").length }))
    .sort((one, other) => other.own - one.own)
    .map(({ english, message }) => {
      const parts = english.split(/\{(\w+)\}/);
      const names = parts.filter((_, at) => at % 2 === 1);
      // What is called `n` is a number; whatever else may be anything.
      const signs = parts.map((part, at) =>
        at % 2 === 0 ? escaped(part) : /^n\d*$/.test(part) ? "([\\d.,]+)" : "(.+?)",
      );
      return { form: new RegExp(`^${signs.join("")}$`), names, message };
    });
}

const escaped = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");

/** What the server says, in the reader's language; not for names, questions or what models write. */
export const told: (text: string) => string = language === "en" ? (text) => text : teller(served, locale);
