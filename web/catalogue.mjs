// What does the app say? Every sentence a reader may see, read from the sources: `npm run words` writes the English
// catalogue and tells what the others lack, those of the server too. English stands where it is said; a translation is found by it.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";

const HERE = import.meta.dirname;
const SOURCES = join(HERE, "src");
const KEPT = join(SOURCES, "language", "catalogues");
/** The folder that holds no words of its own. */
const SILENT = /^language\//;

const files = (folder) =>
  readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    return statSync(path).isDirectory() ? files(path) : /\.tsx?$/.test(name) && !name.endsWith(".d.ts") ? [path] : [];
  });

const isText = (node) => ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node);

/** The sentences an argument may be: written out, or one of two that are. */
function written(node) {
  if (isText(node)) return [node.text];
  if (ts.isParenthesizedExpression(node)) return written(node.expression);
  if (ts.isConditionalExpression(node)) {
    const [one, other] = [written(node.whenTrue), written(node.whenFalse)];
    return one && other ? [...one, ...other] : null;
  }
  return null;
}

/** What an attribute says, where a reader sees or hears it. */
const SEEN = /^(?:title|label|help|caption|placeholder|alt|aria-label|aria-description|aria-valuetext)$/;

/** The sentences of one source, and what it says that no catalogue can hold. */
export function saidIn(path, text) {
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, path.endsWith("x") ? 4 : 3);
  const said = [];
  const bare = [];
  const missed = (node, words) => {
    const { line } = source.getLineAndCharacterOfPosition(node.getStart(source));
    bare.push(`${path}:${line + 1}: ${words.trim().replace(/\s+/g, " ")}`);
  };
  const take = (node, argument) => {
    const found = argument === undefined ? null : written(argument);
    if (found === null) missed(node, `computed: ${node.getText(source).slice(0, 80)}`);
    else said.push(...found);
  };
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText(source) === "say") take(node, node.arguments[0]);
    if (ts.isJsxSelfClosingElement(node) && node.tagName.getText(source) === "Say") {
      const text = node.attributes.properties.find((each) => each.name?.getText(source) === "text")?.initializer;
      take(node, text && ts.isJsxExpression(text) ? text.expression : text);
      node.attributes.properties.forEach((each) => each.name?.getText(source) !== "text" && visit(each));
      return;
    }
    if (ts.isJsxText(node) && /\p{L}{2}/u.test(node.text)) missed(node, node.text);
    if (ts.isJsxAttribute(node) && SEEN.test(node.name.getText(source)) && node.initializer && isText(node.initializer))
      if (/\p{L}{2}/u.test(node.initializer.text)) missed(node, node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { said, bare };
}

/** Every sentence with the folders that say it, in the order of their letters; and every one that stands bare. */
export function everything() {
  const where = new Map();
  const bare = [];
  for (const path of files(SOURCES)) {
    const name = relative(SOURCES, path);
    if (SILENT.test(name)) continue;
    const found = saidIn(name, readFileSync(path, "utf8"));
    bare.push(...found.bare);
    for (const each of found.said) where.set(each, (where.get(each) ?? new Set()).add(name.replace(/\.tsx?$/, "")));
  }
  const sentences = [...where].sort(([one], [other]) => (one < other ? -1 : 1));
  return { sentences: Object.fromEntries(sentences.map(([each, by]) => [each, [...by].sort().join(", ")])), bare };
}

export const kept = (name) => JSON.parse(readFileSync(join(KEPT, `${name}.json`), "utf8"));
export const asJson = (sentences) => `${JSON.stringify(sentences, null, 2)}\n`;

if (process.argv[1] === import.meta.filename) {
  const { sentences, bare } = everything();
  writeFileSync(join(KEPT, "en.json"), asJson(sentences));
  for (const line of bare) process.stdout.write(`bare: ${line}\n`);
  const server = kept("server.en"); // `make docs` writes it, from the sources of the server
  const catalogues = ["de", "zh"].flatMap((language) => [
    [language, sentences],
    [`server.${language}`, server],
  ]);
  for (const [name, wanted] of catalogues) {
    const there = kept(name);
    const lacking = Object.keys(wanted).filter((each) => !(each in there));
    const old = Object.keys(there).filter((each) => !(each in wanted));
    for (const each of lacking) process.stdout.write(`${name} lacks: ${JSON.stringify(each)}\n`);
    for (const each of old) process.stdout.write(`${name} no longer needs: ${JSON.stringify(each)}\n`);
  }
}
