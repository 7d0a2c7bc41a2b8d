// The language of a page that left as one file: English, as every export is. It takes the place of catalogue.ts.
import { localeOf, wanted, type Language } from "./choice";
import type { Catalogue } from "./catalogue";

export const language: Language = "en";
export const locale: string = localeOf(language, wanted());
export const catalogue: Catalogue = {};
export const served: Catalogue = {};
