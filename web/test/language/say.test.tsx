// Does the library read every message, and are values filled in as the pages need them?
import { IntlMessageFormat } from "intl-messageformat";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { messages, messagesIn } from "../../messages";
import { Say, say } from "@/language/say";

test("every message is written out and is valid ICU syntax", { timeout: 60_000 }, () => {
  const found = Object.keys(messages());
  expect(found.length).toBeGreaterThan(1000);
  for (const message of found) expect(() => new IntlMessageFormat(message, "en"), message).not.toThrow();
});

test("messages are found in calls, elements and either branch of a choice", () => {
  expect(messagesIn("a.tsx", 'const a = say("A"); const b = <Say text={a ? "B" : "<c>C</c>"} tags={{}} />;')).toEqual([
    "A",
    "B",
    "<c>C</c>",
  ]);
  expect(() => messagesIn("a.tsx", "say(words)")).toThrow("Write the message out");
});

test.each([
  ["{n, number} of {of}", { n: 1234, of: "many" }, "1,234 of many"],
  ["{n, plural, =0 {none} one {# call} other {# calls}}", { n: 2000 }, "2,000 calls"],
  ["It's {name}'s “{what}”.", { name: "Bo", what: "{name} <b>x</b> '{'" }, "It's Bo's “{name} <b>x</b> '{'”."],
])("%s with %j", (message, values, expected) => {
  expect(say(message, values)).toBe(expected);
});

test("elements keep their places, and code is drawn in their words but not made of a value's markup", () => {
  const tags = { a: (words: React.ReactNode) => <i>{words}</i>, b: (words: React.ReactNode) => <b>{words}</b> };
  const drawn = <Say text="Run `moot` or <a>the <b>{what}</b> `x`</a>." values={{ what: "<a>1</a>" }} tags={tags} />;
  expect(renderToStaticMarkup(drawn)).toBe(
    "Run <code>moot</code> or <i>the <b>&lt;a&gt;1&lt;/a&gt;</b> <code>x</code></i>.",
  );
});
