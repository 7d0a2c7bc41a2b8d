// Pages are in English. Numbers and dates follow the reader's own form of English (`en-GB`), where the browser names one.

/** Some systems give their browsers names that no standard knows, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The first English locale of these; plain `en` where there is none. */
export const englishOf = (wanted: readonly string[]): string =>
  wanted.find((tag) => /^en(?:-|$)/i.test(tag) && isLocale(tag)) ?? "en";

export const locale: string = englishOf(typeof navigator === "undefined" ? [] : (navigator.languages ?? []));
