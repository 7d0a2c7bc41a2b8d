// Does every language say everything the app and its server say, with the same values and elements, in its own forms?
import { describe, expect, test } from "vitest";
import { everything, kept, saidIn } from "../../catalogue.mjs";

/** What is written alike in another language: names, units, signs and words both have. */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  de: [
    "{n} h {n2} min",
    "{n} min {n2} s",
    "Moot",
    "Python",
    "JavaScript",
    "Cloud",
    "Code",
    "Software",
    "Web",
    "Budget",
    "Text",
    "Name",
    "Version",
    "Server",
    "Model",
    "Panel",
    "Fusion",
    "System",
    "Export",
    "Import",
    "Analyst",
    "Budgets",
    "Cluster",
    "Ctrl",
    "Demo",
    "Form",
    "Format",
    "Labels",
    "Live",
    "Neutral",
    "Normal",
    "Pause",
    "Persona",
    "Shift",
    "Status",
    "Terminal",
    "live",
    "offline",
    "{hours} h {minutes} min",
    "{pace} tok/s",
    "{tokens} tok",
    "{votes} neutral",
    "Passage",
    "analyst",
    "Chutes: Qwen3 Embedding 8B",
  ],
  zh: ["Moot", "Python", "JavaScript", "Ctrl", "Shift", "{pace} tok/s", "{tokens} tok"],
};
const LANGUAGES = ["de", "zh"] as const;

/** The names of a message's values: where a brace opens in words, never where it opens a form's words. */
function names(message: string): string[] {
  const found = new Set<string>();
  const words = (at: number): number => {
    for (; at < message.length && message[at] !== "}"; at++) if (message[at] === "{") at = value(at + 1);
    return at;
  };
  const value = (from: number): number => {
    const [head = "", name = "", kind] = /^\s*(\w+)\s*(?:,\s*(plural|select)\s*,)?/.exec(message.slice(from)) ?? [];
    found.add(name);
    let at = from + head.length;
    if (kind !== undefined)
      for (; at < message.length && message[at] !== "}"; at++) if (message[at] === "{") at = words(at + 1);
    return at;
  };
  words(0);
  return [...found].sort();
}
const kinds = (message: string): string[] =>
  [
    ...new Set(
      [...message.matchAll(/\{\s*(\w+)\s*,\s*(plural|select)/g)].map(([, name = "", kind = ""]) => `${name} ${kind}`),
    ),
  ].sort();
const tags = (message: string): string[] => [...message.matchAll(/<\/?[a-z]+>/g)].map(([tag]) => tag).sort();

/** The forms of each plural of a message, by what they are for. */
function plurals(message: string): string[][] {
  return [...message.matchAll(/,\s*plural\s*,/g)].map(({ index }) => {
    const forms: string[] = [];
    let depth = 0;
    let word = "";
    for (const sign of message.slice(message.indexOf("plural", index) + 7)) {
      if (sign === "{" && depth++ === 0) forms.push(word.trim().replace(/^,\s*/, ""));
      else if (sign === "}" && --depth < 0) break;
      word = depth === 0 && sign !== "}" ? word + sign : "";
    }
    return forms;
  });
}

function faults(language: string, english: string, message: string): string[] {
  const found: string[] = [];
  if (message.trim() === "") found.push("empty");
  if (names(english).join() !== names(message).join()) found.push(`values ${names(message).join(", ")}`);
  if (kinds(english).some((kind) => kind.endsWith("select") && !kinds(message).includes(kind))) found.push("select");
  if (tags(english).join() !== tags(message).join()) found.push(`elements ${tags(message).join(" ")}`);
  const opened = message.split("{").length;
  if (opened !== message.split("}").length && english.split("{").length === english.split("}").length)
    found.push("braces");
  const needed = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  for (const forms of plurals(message)) {
    const stray = forms.filter((form) => !form.startsWith("=") && !needed.includes(form as Intl.LDMLPluralRule));
    if (stray.length > 0 || !forms.includes("other")) found.push(`forms ${forms.join(", ")}`);
  }
  if (/^\s|\s$/.test(message) !== /^\s|\s$/.test(english)) found.push("spaces at an end");
  if (message.length > 2 * english.length + 24) found.push("far longer");
  return found.map((fault) => `${fault}: ${english} → ${message}`);
}

test("faults are found", () => {
  expect(faults("de", "{n} calls", "{m} Aufrufe")).toHaveLength(1);
  expect(faults("de", "<a>x</a>", "<b>x</b>")).toHaveLength(1);
  expect(faults("de", "{n, plural, one {# a} other {# b}}", "{n, plural, few {# a} other {# b}}")).toHaveLength(1);
  expect(faults("zh", "{n, plural, one {# call} other {# calls}}", "{n, plural, other {# 次调用}}")).toEqual([]);
  expect(faults("de", "Saved", "")).toHaveLength(1);
  expect(names("a {n, plural, one {one {kind}} other {# {more}}} of {all}")).toEqual(["all", "kind", "more", "n"]);
  expect(plurals("{n, plural, one {a {m, plural, other {x}}} other {b}}")).toEqual([["one", "other"], ["other"]]);
});

test("the English catalogue is what the sources say: `npm run words` writes it", () => {
  expect(kept("en")).toEqual(everything().sentences);
});

test("nothing stands bare", () => {
  expect(everything().bare).toEqual([]);
  expect(saidIn("a.tsx", "const a = <p title='Two words'>Some words {say(b)} {say('said')}</p>;")).toEqual({
    said: ["said"],
    bare: ["a.tsx:1: Two words", "a.tsx:1: Some words", "a.tsx:1: computed: say(b)"],
  });
});

describe.each(LANGUAGES)("%s", (language) => {
  const pages = kept(language);
  test("every sentence of the pages is there, and no other", () => {
    expect(Object.keys(pages).sort()).toEqual(Object.keys(kept("en")).sort());
  });
  test("every sentence of the server is there, and no other", () => {
    expect(Object.keys(kept(`server.${language}`)).sort()).toEqual(Object.keys(kept("server.en")).sort());
  });
  test("values, elements and forms are those of the English", () => {
    const all = Object.entries({ ...pages, ...kept(`server.${language}`) });
    expect(all.flatMap(([english, message]) => faults(language, english, message))).toEqual([]);
  });
  test("nothing is left in English", () => {
    const same = Object.entries({ ...pages, ...kept(`server.${language}`) }).filter(([english, message]) => {
      const words = english.replaceAll(/\{[^{}]*\}|<[^>]*>|`[^`]*`/g, " ");
      return english === message && /\p{L}{3}/u.test(words) && !(ALIKE[language] ?? []).includes(english);
    });
    expect(same).toEqual([]);
  });
});
