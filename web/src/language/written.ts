// Format lists, numbers, shares and dates. Every page uses these.
import { locale } from "./locale";

// British English: no comma before the last word of a list.
const all = new Intl.ListFormat("en-GB", { type: "conjunction" });
const either = new Intl.ListFormat("en-GB", { type: "disjunction" });

/** `a`, `a and b`, `a, b and c`; with `or` where any one of them is meant. */
export const listed = (words: readonly string[], joined: "and" | "or" = "and"): string =>
  (joined === "and" ? all : either).format(words);

const whole = new Intl.NumberFormat(locale);

/** `1,234`, `0.5`. */
export const number = (value: number): string => whole.format(value);

const kept = new Map<number, Intl.NumberFormat>();

/** `0.40`: as many digits after the point as are asked for. */
export function decimal(value: number, digits: number): string {
  let form = kept.get(digits);
  if (form === undefined) {
    form = new Intl.NumberFormat(locale, { minimumFractionDigits: digits, maximumFractionDigits: digits });
    kept.set(digits, form);
  }
  return form.format(value);
}

const shares = new Intl.NumberFormat(locale, { style: "percent" });

const fineShares = new Intl.NumberFormat(locale, {
  style: "percent",
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});

/** The same to a decimal: `62.5%`. */
export const finePercent = (share: number): string => fineShares.format(share);

/** A share of one: `63%`. */
export const percent = (share: number): string => shares.format(share);

const days = new Intl.DateTimeFormat(locale, { dateStyle: "medium" });
const times = new Intl.DateTimeFormat(locale, { hour: "2-digit", minute: "2-digit" });

/** `Nov 3, 2031`, as the reader's locale writes it. */
export const day = (at: string | number | Date): string => days.format(new Date(at));

/** `09:41 PM`, `21:41`. */
export const time = (at: string | number | Date): string => times.format(new Date(at));

const everyDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 20, useGrouping: false });

/** Every digit it has, and nothing between them. */
export const exact = (value: number): string => everyDigit.format(value);

/** A title in the middle of a sentence. */
export const within = (title: string): string => title.toLowerCase();
