// How does a page say something in its reader's language? English stands where it is said; `say` finds its translation.
import type { ReactNode } from "react";
import { Fragment } from "react";
import { catalogue } from "@/language/catalogue";
import { coded } from "./coded";
import { isEnglish, localeNow } from "./english";
import { filled, plain, type Part, type Values } from "./message";

export { language, locale } from "@/language/catalogue";
export { day, decimal, exact, listed, number, percent, time, within } from "./written";

/** The sentence in the reader's language. The first argument is written out, never computed: it is what is translated. */
export const say = (message: string, values: Values = {}): string =>
  plain(filled(inCatalogue(message), values, localeNow()));

/** A name that every object has, such as `constructor`, is no sentence. */
const inCatalogue = (message: string): string =>
  (!isEnglish() && Object.hasOwn(catalogue, message) ? catalogue[message] : null) ?? message;

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
  return <>{drawn(filled(inCatalogue(text), values, localeNow()), tags)}</>;
}

const drawn = (parts: readonly Part[], tags: Readonly<Record<string, Draw>>): ReactNode[] =>
  parts.map((part, at) => (
    <Fragment key={at}>
      {typeof part === "string" ? coded(part) : (tags[part.tag]?.(drawn(part.parts, tags)) ?? drawn(part.parts, tags))}
    </Fragment>
  ));
