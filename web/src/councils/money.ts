// How is a sum of money written, and read where it is typed? Once for every page, as terminal, exports and errors write
// it: tests/documentation/sums.json holds both to it.
import { locale } from "@/language/locale";
import { say } from "@/language/say";

const written = (digits: number): Intl.NumberFormat =>
  new Intl.NumberFormat(locale, {
    style: "currency",
    currency: "USD",
    currencyDisplay: "narrowSymbol",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  });
const [plain, whole, fine] = [written(0), written(2), written(4)];

/** `$0`, `less than $0.0001`, `$0.0123`, `$0.50`, `$1,200.00`: in dollars; part of a cent takes two more digits. */
export function money(dollars: number): string {
  if (dollars === 0) return plain.format(0);
  const nano = Math.round(dollars * 1e9);
  if (nano < 100_000) return say("less than {amount}", { amount: fine.format(0.0001) });
  const steps = Math.floor((nano + 50_000) / 100_000);
  if (steps < 10_000 && steps % 100 > 0) return fine.format(steps / 10_000);
  return whole.format(Math.floor((nano + 5_000_000) / 10_000_000) / 100);
}

/** What calls cost, in dollars: usually and at the worst, or that nobody knows. */
export function costText(typical: number | null, most: number | null): string {
  if (most === null) return say("price unknown");
  if (most === 0) return say("costs nothing");
  return typical === null
    ? say("at most {most}", { most: money(most) })
    : say("typically {typical}, at most {most}", { typical: money(typical), most: money(most) });
}

/** An amount as somebody here would type it into a field: `2.16`, `2,16`. */
export const typedAs = (dollars: number): string =>
  Math.round(dollars * 1e9) % 1e7 === 0 ? typedForm.format(dollars) : String(dollars); // a comma before three digits is refused
const typedForm = new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 2 });

/** As the terminal reads it; a comma before three digits may part thousands or decimals, and is taken for neither. */
const AMOUNT = /^(\$)?\s*(\d{1,12}(?:\.\d{0,9}|,\d{1,2})?|\.\d{1,9})\s*(c|ct|¢|cents?)?$/;

/** What was typed, in dollars; `null` where nothing was. */
export function readBudget(text: string): number | null | "wrong" {
  if (text.trim() === "") return null;
  const typed = AMOUNT.exec(text.trim());
  if (typed === null) return "wrong";
  const [, sign, number = "", cents] = typed;
  const dollars = Number(number.replace(",", ".")) / (cents === undefined ? 1 : 100);
  return dollars < 1e9 && (sign === undefined || cents === undefined) ? dollars : "wrong";
}
