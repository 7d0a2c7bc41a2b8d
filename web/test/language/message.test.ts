// Is a message filled as translators know it, and does nothing that stands in one break a page?
import { expect, test } from "vitest";
import { filled, plain, type Values } from "@/language/message";

const said = (message: string, values: Values = {}, locale = "en"): string => plain(filled(message, values, locale));

test.each<[string, Values, string, string]>([
  ["Saved.", {}, "en", "Saved."],
  ["{name} answered.", { name: "Ada" }, "en", "Ada answered."],
  ["{n} of {of}", { n: 1234, of: 2 }, "en", "1,234 of 2"],
  ["{n} von {of}", { n: 1234, of: 2 }, "de", "1.234 von 2"],
  ["{n, plural, one {# call} other {# calls}}", { n: 1 }, "en", "1 call"],
  ["{n, plural, one {# call} other {# calls}}", { n: 0 }, "en", "0 calls"],
  ["{n, plural, =0 {none} one {# call} other {# calls}}", { n: 0 }, "en", "none"],
  ["{n, plural, other {# 次调用}}", { n: 1 }, "zh-CN", "1 次调用"],
  ["{kind, select, a {first} other {last}} one", { kind: "a" }, "en", "first one"],
  ["{kind, select, a {first} other {last}} one", { kind: "b" }, "en", "last one"],
  [
    "{n, plural, one {{m, plural, one {# and one} other {# and one}}} other {{m, plural, one {one} other {#}} of #}}",
    { n: 3, m: 4 },
    "en",
    "4 of 3",
  ],
  ["It's {name}'s “{what}”.", { name: "Bo", what: "{name}" }, "en", "It's Bo's “{name}”."],
  ["# stays, # too", {}, "en", "# stays, # too"],
  ["a < b and <b>c</b> > d", {}, "en", "a < b and c > d"],
  ["{missing} stays", {}, "en", "{missing} stays"],
])("%s with %j", (message, values, locale, expected) => {
  expect(said(message, values, locale)).toBe(expected);
});

test("elements keep their places, one within another", () => {
  expect(filled("See <a>the <b>{what}</b></a>.", { what: "guide" }, "en")).toEqual([
    "See ",
    { tag: "a", parts: ["the ", { tag: "b", parts: ["guide"] }] },
    ".",
  ]);
});

test("a value is never read as a message: no element and no choice comes out of one", () => {
  for (const value of ["<a>x</a>", "{n, plural, other {#}}", "}}{{", "#", "{value}"])
    for (const message of ["{value}", "<b>{value}</b>", "{n, plural, one {{value}} other {{value}}}"])
      expect(plain(filled(message, { value, n: 2 }, "en"))).toBe(value);
});

test("whatever stands in a message, it ends and throws nothing", () => {
  const signs = ["{", "}", "<a>", "</a>", "#", ",", "n", " ", "plural", "other", "'", "<", ">", "=1"];
  let seed = 7;
  const drawn = (most: number): number => (seed = (seed * 48_271) % 2_147_483_647) % most;
  for (let at = 0; at < 5000; at++) {
    const message = Array.from({ length: drawn(14) }, () => signs[drawn(signs.length)]).join("");
    expect(typeof said(message, { n: 2 })).toBe("string");
  }
});

test("a message that is far too long is filled at once", () => {
  const began = process.cpuUsage(); // what others do meanwhile on the machine does not count
  said("{".repeat(20_000));
  said("<a>".repeat(2_000));
  said("{n, plural, other {".repeat(200), { n: 1 });
  expect(process.cpuUsage(began).user / 1000).toBeLessThan(2_000);
});
