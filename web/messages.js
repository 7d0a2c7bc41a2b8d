// Write every message of the pages to messages.json, as FormatJS and translators' tools read it: `npm run messages`.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import ts from "typescript";

const SOURCES = join(import.meta.dirname, "src");

/** The texts an expression can be: itself, or either branch of a choice. Throws where one is computed. */
function texts(node) {
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) return [...texts(node.whenTrue), ...texts(node.whenFalse)];
  if (ts.isJsxExpression(node)) return texts(node.expression);
  throw new Error(`Write the message out: ${node.getSourceFile().fileName}: ${node.getText()}`);
}

/** The messages in one source: first arguments of `say`, and what `<Say>` gets as `text`. */
export function messagesIn(name, source) {
  const found = [];
  const visit = (node) => {
    if (ts.isCallExpression(node) && node.expression.getText() === "say") found.push(...texts(node.arguments[0]));
    if (ts.isJsxAttribute(node) && node.name.getText() === "text" && node.parent.parent.tagName.getText() === "Say")
      found.push(...texts(node.initializer));
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(name, source, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX));
  return found;
}

/** Every message, by itself, with the files it is in. */
export function messages() {
  const files = new Map();
  for (const file of readdirSync(SOURCES, { recursive: true }).sort())
    if (/(?<!\.d)\.tsx?$/.test(file))
      for (const message of messagesIn(file, readFileSync(join(SOURCES, file), "utf8")))
        files.set(message, (files.get(message) ?? new Set()).add(file));
  return Object.fromEntries(
    Array.from(files, ([message, where]) => [
      message,
      { defaultMessage: message, description: Array.from(where).join(", ") },
    ]),
  );
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(join(import.meta.dirname, "messages.json"), `${JSON.stringify(messages(), null, 1)}\n`);
