// Do imports go one way? Every import of every source, against the table in docs/web.md.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../src");
const PAGE = join(import.meta.dirname, "../../docs/web.md");

const files = (folder: string): string[] =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });

function table(): Map<string, Set<string>> {
  const text = readFileSync(PAGE, "utf8").split("## Which folder may import which")[1]?.split("`web/test")[0] ?? "";
  const allowed = new Map<string, Set<string>>();
  for (const row of text
    .split("\n")
    .filter((line) => /^\| [a-z]/.test(line))
    .slice(1)) {
    const [folders = [], imports = []] = row
      .split("|")
      .slice(1, 3)
      .map((cell) => cell.split(",").map((name) => name.trim()));
    const all = imports[0] === "everything above" ? [...allowed.keys()] : imports.filter((name) => name !== "nothing");
    for (const folder of folders) allowed.set(folder, new Set(all));
  }
  return allowed;
}

/** The room a file stands in: each view is one. */
const folderOf = (path: string): string => {
  const [first = "", second = ""] = relative(SOURCES, path).split("/");
  return first === "views" ? `${first}/${second}` : first.replace(/\.tsx?$/, "");
};

test("every folder imports only what the table allows it", () => {
  const allowed = table();
  const wrong: string[] = [];
  for (const path of files(SOURCES)) {
    const from = folderOf(path);
    const rule = allowed.get(from);
    if (rule === undefined) {
      wrong.push(`${from} is not in the table`);
      continue;
    }
    const text = readFileSync(path, "utf8");
    for (const [, imported = ""] of text.matchAll(/(?:from|import\()\s*"([^"]+)"/g)) {
      const target = imported.startsWith("@/")
        ? join(SOURCES, imported.slice(2))
        : imported.startsWith(".")
          ? join(path, "..", imported)
          : null;
      const to = target === null ? from : folderOf(target);
      if (to !== from && to !== "styles" && !rule.has(to))
        wrong.push(`${relative(SOURCES, path)} imports ${imported}: ${from} may not import ${to}`);
    }
  }
  expect(wrong).toEqual([]);
});
