// How is a text made in English on a page that is in another language? What is copied leaves the page and is English
// whole, as every export is (docs/decisions/0064). Everything that is said inside is said in English.
import { language, locale } from "@/language/catalogue";

let english = language === "en";

/** Whether what is said now is to be in English. */
export const isEnglish = (): boolean => english;

/** By what numbers, lists and dates go now. */
export const localeNow = (): string => (english && language !== "en" ? "en" : locale);

/** What `make` makes, in English. */
export function inEnglish<Made>(make: () => Made): Made {
  const before = english;
  english = true;
  try {
    return make();
  } finally {
    english = before;
  }
}
