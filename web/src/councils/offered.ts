// Which models are meant by what is typed, and what is said beside each? Real models stand before demo voices.
import { locale, say } from "@/language/say";
import { told } from "@/language/told";
import { short } from "./words";
import type { ModelRow } from "@/wire/types";

/** Models drawn at once; the rest is found by typing. */
export const MOST_SHOWN = 80;

/** The models that can sit and hold all these words, real ones first. */
export function matching(models: readonly ModelRow[], typed: string): ModelRow[] {
  const words = typed.trim().toLowerCase().split(/\s+/);
  const found = models.filter((row) => row.speaks && words.every((word) => row.model.toLowerCase().includes(word)));
  return [...found.filter((row) => !row.scripted), ...found.filter((row) => row.scripted)];
}

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
export function priceWords({ scripted, priced, input, output }: ModelRow): string {
  if (scripted) return say("demo, free");
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
      ? say("Sits unasked: {why}", { why: told(why) })
      : say("Does not sit unasked: {why}", { why: told(why) });

/** `128 k context`; empty where nobody says. */
export const contextWords = ({ context }: ModelRow): string =>
  context == null ? "" : say("{tokens} context", { tokens: short(context) });
