// Do imports go one way? Every import of every source, against the table in docs/web.md; no circle of files; no protocol is
// named outside its own folder; no folder lists more than can be seen at a glance.
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, normalize, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";
import { BALLOT_TYPES } from "@/findings/BallotWords";
import { FINDING_TYPES } from "@/findings/FindingCard";

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

/** Every source by its path below `src`. */
const sources = (): Map<string, string> =>
  new Map(files(SOURCES).map((path) => [relative(SOURCES, path), readFileSync(path, "utf8")]));

/** The room a file stands in: each view is one. */
const roomOf = (path: string): string => {
  const [first = "", second = ""] = path.split("/");
  return first === "views" ? `${first}/${second}` : first.replace(/\.tsx?$/, "");
};

/** What a source imports of the others, by path without its ending. */
function importsOf(path: string, text: string): string[] {
  return [...text.matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].flatMap(([, imported = ""]) =>
    imported.startsWith("@/")
      ? [imported.slice(2)]
      : imported.startsWith(".")
        ? [normalize(join(path, "..", imported))]
        : [],
  );
}

function astray(all: Map<string, string>): string[] {
  const allowed = table();
  return [...all].flatMap(([path, text]) => {
    const from = roomOf(path);
    const rule = allowed.get(from);
    if (rule === undefined) return [`${from} is not in the table`];
    return importsOf(path, text).flatMap((imported) => {
      const to = roomOf(imported);
      return to === from || to === "styles" || rule.has(to) ? [] : [`${path}: ${from} may not import ${imported}`];
    });
  });
}

test("every folder imports only what the table allows it", () => {
  expect(astray(sources())).toEqual([]);
});

/** The protocol whose folder a path stands in; empty for the tables beside the folders and for all else. */
const protocolOf = (path: string): string =>
  /^protocols\/([^/]+)\//.exec(`${path}/`)?.[1]?.replace(/\.tsx?$/, "") ?? "";
const PROTOCOLS = readdirSync(join(SOURCES, "protocols")).filter((name) => !name.includes("."));

/** Imports of a protocol's folder by another one, or from outside but for the tables. */
const intruding = (all: Map<string, string>): string[] =>
  [...all].flatMap(([path, text]) =>
    importsOf(path, text).flatMap((imported) => {
      const owner = protocolOf(imported);
      const isTable = /^protocols\/[^/]+$/.test(path);
      if (!PROTOCOLS.includes(owner) || isTable || protocolOf(path) === owner) return [];
      return [`${path} imports ${imported}`];
    }),
  );

const SCHEMAS = JSON.parse(readFileSync(join(import.meta.dirname, "../openapi.json"), "utf8")) as {
  components: { schemas: Record<string, { discriminator?: { mapping: object } }> };
};
const declared = (union: string): string[] =>
  Object.keys(SCHEMAS.components.schemas[union]?.discriminator?.mapping ?? {});
const GENERAL = new Set([...FINDING_TYPES, ...BALLOT_TYPES]);
/** Names of protocols, and the types of findings and ballots that one of them declares. */
const NAMED = new Set([
  ...PROTOCOLS.flatMap((name) => [name, name.replaceAll("_", "-")]),
  ...[...declared("Finding"), ...declared("Ballot")].filter((type) => !GENERAL.has(type)),
]);
/** A ballot of consensus is called so, and a protocol without a folder too, by which the chair alone answers. */
NAMED.delete("reply");

/** String constants outside `protocols/` that are a protocol's name or a type of its own; names of classes are none. */
function naming(all: Map<string, string>): string[] {
  const found: string[] = [];
  for (const [path, text] of all) {
    if (path.startsWith("protocols/")) continue;
    const read = (node: ts.Node): void => {
      if (ts.isPropertyAssignment(node) && PROTOCOLS.includes(node.name.getText(source)))
        found.push(`${path} names ${node.name.getText(source)}`);
      if (ts.isElementAccessExpression(node) && /^(css|notice|ours)$/.test(node.expression.getText(source))) return;
      if (ts.isStringLiteralLike(node)) {
        const named = node.text.replace(/^.*[?&]protocol=/, "");
        if (NAMED.has(named)) found.push(`${path} names ${named}`);
      }
      ts.forEachChild(node, read);
    };
    const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    read(source);
  }
  return found;
}

test("no protocol's folder is imported by another, or from outside but by the tables", () => {
  expect(PROTOCOLS.length).toBeGreaterThan(5);
  expect(intruding(sources())).toEqual([]);
});

test("no protocol is named outside its folder", () => {
  expect(NAMED.size).toBeGreaterThan(45);
  expect(naming(sources())).toEqual([]);
});

/** Files that import each other in a circle, types too. */
function circles(all: Map<string, string>): string[] {
  const known = new Map([...all.keys()].map((path) => [path.replace(/(\/index)?\.tsx?$/, ""), path]));
  const done = new Set<string>();
  const found: string[] = [];
  const visit = (path: string, way: readonly string[]): void => {
    if (way.includes(path)) {
      found.push([...way.slice(way.indexOf(path)), path].join(" > "));
      return;
    }
    if (done.has(path)) return;
    for (const imported of importsOf(path, all.get(path) ?? "")) {
      const next = known.get(imported);
      if (next !== undefined) visit(next, [...way, path]);
    }
    done.add(path);
  };
  for (const path of all.keys()) visit(path, []);
  return found;
}

test("no files import each other in a circle", () => {
  expect(circles(sources())).toEqual([]);
});

const MOST = 20;
/** Folders that list more than can be seen at a glance. */
const crowded = (folder: string): string[] => {
  const entries = readdirSync(folder);
  return [
    ...(entries.length > MOST ? [`${folder} lists ${String(entries.length)}`] : []),
    ...entries.map((name) => join(folder, name)).flatMap((path) => (statSync(path).isDirectory() ? crowded(path) : [])),
  ];
};

test("no folder lists more than twenty entries", () => {
  expect(crowded(SOURCES)).toEqual([]);
  expect(crowded(import.meta.dirname)).toEqual([]);
});

test("a line that breaks a rule is found", () => {
  const planted = (path: string, line: string): Map<string, string> => new Map(sources()).set(path, line);
  const view = "views/theatre/Planted.tsx";
  expect(astray(planted(view, 'import "@/pages/title";'))).toHaveLength(1);
  expect(intruding(planted(view, 'import { Medals } from "@/protocols/debate/Medals";'))).toHaveLength(1);
  expect(intruding(planted("protocols/fusion/planted.ts", 'import { card } from "../debate/card";'))).toHaveLength(1);
  expect(intruding(planted("protocols/planted.ts", 'import { card } from "./debate/card";'))).toEqual([]);
  for (const line of [
    'if (state.protocol === "claim-vote") go();',
    'type Rounds = FindingOf<"rounds">;',
    'const found = latest(findings, "axis-scores");',
    "const named = `debate`;",
    '<Link href="/?protocol=debate">a debate</Link>;',
    "const icons = { adjudication: Gavel };",
  ])
    expect(naming(new Map([[view, line]])), line).toHaveLength(1);
  expect(naming(new Map([[view, 'css["rounds"]; latest(findings, "standing");']]))).toEqual([]);
  const two = planted("hooks/one.ts", 'import { b } from "./two";').set(
    "hooks/two.ts",
    'import type { A } from "./one";',
  );
  expect(circles(two)).toHaveLength(1);
});
