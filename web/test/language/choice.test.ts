// Which language does a browser's list of languages come to, and which form of it do numbers and dates take?
import { describe, expect, test } from "vitest";
import { languageOf, localeOf } from "@/language/choice";

test.each<[string[], string]>([
  [[], "en"],
  [["en-GB"], "en"],
  [["de"], "de"],
  [["de-CH", "en"], "de"],
  [["DE-at"], "de"],
  [["zh"], "zh"],
  [["zh-CN"], "zh"],
  [["zh-SG"], "zh"],
  [["zh-Hans-HK"], "zh"],
  [["zh-TW"], "en"],
  [["zh-HK"], "en"],
  [["zh-Hant-HK"], "en"],
  [["zh-Hant", "de"], "de"],
  [["fr-FR", "de-DE"], "de"],
  [["fr-FR"], "en"],
  [["deutsch"], "en"],
  [["constructor", "__proto__", ""], "en"],
])("%j is %s", (wanted, expected) => {
  expect(languageOf(wanted)).toBe(expected);
});

describe("the locale", () => {
  test("is the reader's own form of the language", () => {
    expect(localeOf("de", ["fr", "de-CH", "de-DE"])).toBe("de-CH");
    expect(localeOf("en", ["de-DE", "en-GB"])).toBe("en-GB");
    expect(localeOf("zh", ["zh-TW", "zh-SG"])).toBe("zh-SG");
  });
  test("is the language itself where no form of it is wanted, or none that is known", () => {
    expect(localeOf("de", ["en-US"])).toBe("de");
    expect(localeOf("zh", [])).toBe("zh-CN");
    expect(localeOf("en", ["en-US@posix"])).toBe("en");
  });
});
