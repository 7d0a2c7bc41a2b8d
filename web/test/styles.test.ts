// What scrolls holds what is in it: a label that is only read aloud is placed absolutely, and where the box that scrolls
// is not its containing block, it lies beyond the box and makes the page as wide as the widest table.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
const RULE = /([^{};]+)\{([^{}]*)\}/g;
const SCROLLS = /overflow(-[xy])?:[^;]*\b(auto|scroll)\b/;
/** A browser places an open dialog itself; a text field holds no elements. */
const PLACED = /\.dialog$|textarea$/;

function loose(sheet: string): string[] {
  const rules = [...sheet.replace(/\/\*.*?\*\//gs, "").matchAll(RULE)].map(([, selector = "", body = ""]) => ({
    selector: selector.replace(/\s+/g, " ").trim(),
    body,
  }));
  const placed = rules.filter(({ body }) => /\bposition:/.test(body)).map(({ selector }) => selector);
  return rules
    .filter(({ selector, body }) => SCROLLS.test(body) && !PLACED.test(selector))
    .map(({ selector }) => selector)
    .filter((selector) => !placed.includes(selector.replace(/\[[^\]]*\]$/, "")));
}

test("whatever scrolls is the containing block of what is placed in it", () => {
  const sheets = readdirSync(SOURCES, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".css"));
  const found = sheets.flatMap((name) =>
    loose(readFileSync(join(SOURCES, name), "utf8")).map((selector) => `${name}: ${selector}`),
  );
  expect(sheets.length).toBeGreaterThan(20);
  expect(found).toEqual([]);
});

test("a box that is not is found", () => {
  expect(loose(".a { overflow-x: auto; } .b { position: relative; overflow: auto; }")).toEqual([".a"]);
  expect(loose(".a { overflow-x: hidden; } .b { position: absolute; } .b[open] { overflow: auto hidden; }")).toEqual(
    [],
  );
});
