// How are amounts, tokens and sources written here? The same in every row, so that they can be compared.
import { locale, say } from "@/language/say";
import type { Schemas } from "@/wire/types";

export type Row = Schemas["UsageRow"];

const whole = new Intl.NumberFormat(locale);
const brief = new Intl.NumberFormat(locale, { notation: "compact" });
const plenty = new Intl.NumberFormat(locale, { style: "currency", currency: "USD" });
const plain = new Intl.NumberFormat(locale, {
  style: "currency",
  currency: "USD",
  minimumFractionDigits: 0,
  maximumFractionDigits: 6,
});
const small = new Intl.NumberFormat(locale, { style: "currency", currency: "USD", minimumFractionDigits: 4 });
const dayWords = new Intl.DateTimeFormat(locale, { day: "numeric", month: "short", timeZone: "UTC" });
const dayWhole = new Intl.DateTimeFormat(locale, { day: "numeric", month: "long", year: "numeric", timeZone: "UTC" });

export const number = (count: number): string => whole.format(count);

/** `$0`, `under $0.0001`, `$0.0123`, `$4.20`. */
export function dollars(amount: number): string {
  if (amount === 0) return plain.format(0);
  if (amount < 0.0001) return say("under {amount}", { amount: small.format(0.0001) });
  return amount < 1 ? small.format(amount) : plenty.format(amount);
}

/** `$0.5`, `$20`. */
export const plainDollars = (amount: number): string => plain.format(amount);

/** `12K`, `1.1M`. */
export const compact = (count: number): string => brief.format(count);

/** `3 Nov`. */
export const shortDay = (day: string): string => dayWords.format(new Date(`${day}T00:00:00Z`));

/** `3 November 2031`. */
export const wholeDay = (day: string): string => dayWhole.format(new Date(`${day}T00:00:00Z`));

const DOORS: Record<string, string> = {
  cli: say("Terminal"),
  server: say("Browser and API"),
  python: "Python",
  llm: say("The llm program"),
  run: say("Runs of many questions"),
  chore: say("Chores of chat programs"),
};

export const doorOf = (door: string): string => DOORS[door] ?? door;

export const councilOf = (name: string): string =>
  name === "" ? say("No name: members chosen for the question") : name;
