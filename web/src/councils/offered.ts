// Which models are meant by what is typed, under which heading do they stand, and what is said beside each? The server
// lists first what works best: models before demo voices and councils, and at the end what lacks something.
import { locale, say } from "@/language/say";
import { short } from "./words";
import type { ModelRow } from "@/wire/types";

/** Models drawn at once; the rest is found by typing. */
export const MOST_SHOWN = 80;

/** What stands further down: voices of the demo, councils, and last of all what cannot be asked. */
const later = (row: ModelRow): number => (row.unready !== "" ? 3 : row.council ? 2 : row.scripted ? 1 : 0);

/** The models that speak and hold all these words, what works first; the rest of their order is the server's. */
export function matching(models: readonly ModelRow[], typed: string): ModelRow[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const found = models.filter((row) => row.speaks && words.every((word) => row.model.toLowerCase().includes(word)));
  return found.sort((one, other) => later(one) - later(other));
}

/** The models that can be asked as things are, in that order. */
export const askable = (models: readonly ModelRow[]): ModelRow[] =>
  models.filter((row) => row.speaks && row.unready === "");

export interface Group {
  /** What stands above it; empty where that is its service's title. */
  title: string;
  endpoint: string;
  rows: readonly ModelRow[];
}

/** Rows of one service stand together, services in the order of their first row; councils by themselves, and at the end
 * what cannot be asked now. */
export function grouped(rows: readonly ModelRow[]): Group[] {
  const title = (row: ModelRow): string => (row.unready !== "" ? UNREADY : row.council ? COUNCILS : "");
  const of = (row: ModelRow): string => (title(row) === "" ? row.endpoint : title(row));
  return [...new Set(rows.map(of))].map((key) => {
    const those = rows.filter((row) => of(row) === key);
    const [first] = those;
    return { title: first === undefined ? "" : title(first), endpoint: first?.endpoint ?? "", rows: those };
  });
}

const UNREADY = say("Cannot be asked now");
const COUNCILS = say("Councils that are offered like models");

/** Who is meant by a name, whole or short: what is called exactly that, else all that hold the words. */
export function meant(models: readonly ModelRow[], typed: string): ModelRow[] {
  const name = typed.trim().toLowerCase();
  const speaking = models.filter((row) => row.speaks);
  const called = speaking.filter(
    ({ model }) => model.toLowerCase() === name || model.toLowerCase().endsWith(`/${name}`),
  );
  return called.length > 0 ? called : matching(speaking, name);
}

const dollars = new Intl.NumberFormat(locale, {
  style: "currency",
  currency: "USD",
  currencyDisplay: "narrowSymbol",
  maximumFractionDigits: 3,
});

/** `$0.25 in, $2.00 out`, by the million tokens; what nobody knows is said. */
export function priceWords({ scripted, priced, included, input, output }: ModelRow): string {
  if (scripted) return say("demo, free");
  if (included === true) return say("included in your subscription");
  if (!priced || input == null || output == null) return say("price unknown");
  return input === 0 && output === 0
    ? say("free")
    : say("{input} in, {output} out", { input: dollars.format(input), output: dollars.format(output) });
}

/** Why a real model would sit where nobody is named, or why not, as the server says it. */
export const standingWords = ({ scripted, sits, why }: ModelRow): string =>
  scripted || why === ""
    ? ""
    : sits
      ? say("Sits unasked: {why}", { why: why })
      : say("Does not sit unasked: {why}", { why: why });

/** What is said of a row instead of figures, where it cannot be asked. */
export const unreadyWords = ({ unready }: ModelRow): string => unready;

/** `128 k context`; empty where nobody says. */
export const contextWords = ({ context }: ModelRow): string =>
  context == null ? "" : say("{tokens} context", { tokens: short(context) });
