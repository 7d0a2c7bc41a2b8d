// Messages of the pages, in ICU syntax: `say("{n, plural, one {# call} other {# calls}}", { n })`.
import type { ReactNode } from "react";
import { Fragment } from "react";
import { coded } from "./coded";
import { locale } from "./locale";
import { filled, plain, type Part, type Values } from "./message";

export { locale } from "./locale";
export { day, decimal, exact, listed, number, percent, time, within } from "./written";

/** Fill a message. The first argument is written out, never computed, so that a translator's tool can list it. */
export const say = (message: string, values: Values = {}): string => plain(filled(message, values, locale));

type Draw = (words: ReactNode) => ReactNode;

/** A sentence with elements in it: `<Say text="See <link>the guide</link>." tags={{ link: (words) => <a>{words}</a> }} />`. */
export function Say({
  text,
  values = {},
  tags,
}: {
  text: string;
  values?: Values;
  tags: Readonly<Record<string, Draw>>;
}) {
  return <>{drawn(filled(text, values, locale), tags)}</>;
}

const drawn = (parts: readonly Part[], tags: Readonly<Record<string, Draw>>): ReactNode[] =>
  parts.map((part, at) => (
    <Fragment key={at}>
      {typeof part === "string" ? coded(part) : (tags[part.tag]?.(drawn(part.parts, tags)) ?? drawn(part.parts, tags))}
    </Fragment>
  ));
