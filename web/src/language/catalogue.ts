// Which language is this page in, and what are its sentences? Loaded before anything is drawn; English stands in the pages.
import { chosen, languageOf, localeOf, wanted, type Language } from "./choice";

export type Catalogue = Readonly<Record<string, string>>;

interface Loaded {
  language: Language;
  /** The app's own sentences, by the English ones. */
  pages: Catalogue;
  /** What the server says, by its English; see told.ts. */
  server: Catalogue;
}

const ENGLISH: Loaded = { language: "en", pages: {}, server: {} };

async function loaded(language: Language): Promise<Loaded> {
  try {
    if (language === "de") return { language, ...(await import("./catalogues/de")) };
    if (language === "zh") return { language, ...(await import("./catalogues/zh")) };
  } catch {
    // A page in English, dates and all, is better than none.
  }
  return ENGLISH;
}

const found = await loaded(chosen() ?? languageOf(wanted()));

export const { language } = found;
export const locale: string = localeOf(language, wanted());
export const catalogue: Catalogue = found.pages;
export const served: Catalogue = found.server;
