// Messages of the pages, in ICU syntax: `say("{n, plural, one {# call} other {# calls}}", { n })`.
import { IntlMessageFormat } from "intl-messageformat";
import { Fragment, type ReactNode } from "react";
import { coded } from "./coded";
import { locale } from "./locale";

export { locale } from "./locale";
export { day, decimal, exact, listed, number, percent, time, within } from "./written";

type Values = Readonly<Record<string, string | number>>;
type Draw = (words: ReactNode) => ReactNode;

const parsed = new Map<string, IntlMessageFormat>();

/** Parse a message once: parsing takes longer than filling it. */
function parse(message: string): IntlMessageFormat {
  const found = parsed.get(message) ?? new IntlMessageFormat(message, locale);
  parsed.set(message, found);
  return found;
}

/** Fill a message. The first argument is written out, never computed, so that `npm run messages` can list it. */
export const say = (message: string, values?: Values): string =>
  values === undefined ? message : String(parse(message).format(values));

/** A sentence with elements in it: `<Say text="See <link>the guide</link>." tags={{ link: (words) => <a>{words}</a> }} />`. */
export function Say({ text, values, tags }: { text: string; values?: Values; tags: Readonly<Record<string, Draw>> }) {
  const draws = Object.entries(tags).map(([tag, draw]) => [tag, (words: ReactNode[]) => draw(drawn(words))] as const);
  return drawn([parse(text).format<ReactNode>({ ...values, ...Object.fromEntries(draws) })].flat());
}

const drawn = (parts: readonly ReactNode[]): ReactNode =>
  parts.map((part, at) => <Fragment key={at}>{typeof part === "string" ? coded(part) : part}</Fragment>);
