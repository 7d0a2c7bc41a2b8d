// How does the reader's language write lists, numbers, shares and days? One place, so that every page writes them alike.
import { isEnglish, localeNow } from "./english";

/** One for each locale: making one takes longer than a thousand uses of it. */
function each<Form>(make: (locale: string) => Form): () => Form {
  const made = new Map<string, Form>();
  return () => {
    const locale = localeNow();
    const form = made.get(locale) ?? make(locale);
    made.set(locale, form);
    return form;
  };
}

/** American English puts a comma before the last word of a list; this app's English has none. */
const lists = (locale: string): string => (isEnglish() ? "en-GB" : locale);
const all = each((locale) => new Intl.ListFormat(lists(locale), { type: "conjunction" }));
const either = each((locale) => new Intl.ListFormat(lists(locale), { type: "disjunction" }));

/** `a`, `a and b`, `a, b and c`; with `or` where any one of them is meant. */
export const listed = (words: readonly string[], joined: "and" | "or" = "and"): string =>
  (joined === "and" ? all() : either()).format(words);

/** Chinese has marks of its own between clauses, and no `和` there. */
const chinese = (): boolean => localeNow().startsWith("zh");

/** Clauses one after the other: `3 finished, 2 failed and 1 left`; in Chinese parted by its comma. */
export const inTurn = (clauses: readonly string[]): string => (chinese() ? clauses.join("，") : listed(clauses));

/** What stands side by side: `mine; judged by a/b`. */
export const apart = (parts: readonly string[]): string => parts.join(chinese() ? "；" : "; ");

const whole = each((locale) => new Intl.NumberFormat(locale));

/** `1,234`, `0.5`. */
export const number = (value: number): string => whole().format(value);

const kept = new Map<number, () => Intl.NumberFormat>();

/** `0.40`: as many digits after the point as are asked for. */
export function decimal(value: number, digits: number): string {
  let form = kept.get(digits);
  if (form === undefined) {
    form = each(
      (locale) => new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits }),
    );
    kept.set(digits, form);
  }
  return form().format(value);
}

const shares = each((locale) => new Intl.NumberFormat(locale, { style: "percent" }));

const fineShares = each(
  (locale) => new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 }),
);

/** The same to a decimal: `62.5%`. */
export const finePercent = (share: number): string => fineShares().format(share);

/** A share of one: `63%`, `63 %` in German. */
export const percent = (share: number): string => shares().format(share);

const days = each((locale) => new Intl.DateTimeFormat(locale, { dateStyle: "medium" }));
const times = each((locale) => new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" }));

/** `Nov 3, 2031`, as the reader's language has it. */
export const day = (at: string | number | Date): string => days().format(new Date(at));

/** `09:41 PM`, `21:41`. */
export const time = (at: string | number | Date): string => times().format(new Date(at));

const everyDigit = each((locale) => new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false }));

/** Every digit it has, and nothing between them. */
export const exact = (value: number): string => everyDigit().format(value);

/** A title in the middle of a sentence: English begins it small, German does not. */
export const within = (title: string): string => (isEnglish() ? title.toLowerCase() : title);
