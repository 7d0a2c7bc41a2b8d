// Which language does the reader want? What was chosen here, else the browser's first one that there is, else English.
export const LANGUAGES = { en: "English", de: "Deutsch", zh: "简体中文" } as const;
export type Language = keyof typeof LANGUAGES;

const KEPT = "moot.language";
const isLanguage = (name: string): name is Language => Object.hasOwn(LANGUAGES, name);

/** The language of one tag; null where it is none of these. Chinese in traditional characters is not what is here. */
function spoken(tag: string): Language | null {
  const [name = "", ...rest] = tag.toLowerCase().split("-");
  if (!isLanguage(name)) return null;
  const traditional = rest.includes("hant") || (!rest.includes("hans") && rest.some((it) => /^(?:tw|hk|mo)$/.test(it)));
  return name === "zh" && traditional ? null : name;
}

/** The first of these tags that is spoken here; English where none is. */
export function languageOf(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const language = spoken(tag);
    if (language !== null) return language;
  }
  return "en";
}

const PLAIN: Readonly<Record<Language, string>> = { en: "en", de: "de", zh: "zh-CN" };

/** What numbers and dates go by: the reader's own form of the language (`de-CH`, `en-GB`), where one is wanted. */
export const localeOf = (language: Language, wanted: readonly string[]): string =>
  wanted.find((tag) => spoken(tag) === language && isLocale(tag)) ?? PLAIN[language];

/** Some systems hand their browsers names no standard knows, such as `en-US@posix`. */
function isLocale(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false;
  }
}

/** The browser's languages, the most wanted first; a program without pages has none. */
export const wanted = (): readonly string[] => (typeof navigator === "undefined" ? [] : (navigator.languages ?? []));

/** What was chosen on this device; null where the browser decides. */
export function chosen(): Language | null {
  try {
    const name = localStorage.getItem(KEPT) ?? "";
    return isLanguage(name) ? name : null;
  } catch {
    return null; // a browser that keeps nothing
  }
}

/** Keeps the choice; false where the browser keeps nothing. The page has to be loaded again: every sentence changes. */
export function choose(language: Language | null): boolean {
  try {
    if (language === null) localStorage.removeItem(KEPT);
    else localStorage.setItem(KEPT, language);
    return true;
  } catch {
    return false;
  }
}
