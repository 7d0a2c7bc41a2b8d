// Is what stands between backticks drawn as code wherever the server's sentences are drawn? In every source: a sentence of
// the server's, or a refusal's words, is no child of an element as it is, but given to what draws it.
import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

const SOURCES = join(import.meta.dirname, "../../src");
const WORDS = new Set(["message", "remedy"]);

/** Sentences of the server's that are drawn as they are, in one source. */
function rawIn(name: string, text: string): string[] {
  const source = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const isDrawn = (node: ts.Node): boolean => ts.isJsxElement(node) || ts.isJsxFragment(node);
  const look = (node: ts.Node): void => {
    if (ts.isJsxExpression(node) && node.expression !== undefined && isDrawn(node.parent)) {
      if (told(node.expression) && !isOption(node.parent)) found.push(node.getText());
    }
    ts.forEachChild(node, look);
  };
  look(source);
  return found;
}

/** Of a list to choose from nothing can be drawn but letters. */
const isOption = (node: ts.Node): boolean =>
  ts.isJsxElement(node) && node.openingElement.tagName.getText() === "option";

/** Whether an expression's own value holds such words: what it compares and the elements in it are looked at for themselves. */
function told(node: ts.Expression): boolean {
  if (ts.isParenthesizedExpression(node)) return told(node.expression);
  if (ts.isConditionalExpression(node)) return told(node.whenTrue) || told(node.whenFalse);
  if (ts.isBinaryExpression(node)) return told(node.right) || (isEither(node.operatorToken.kind) && told(node.left));
  if (ts.isTemplateExpression(node)) return node.templateSpans.some(({ expression }) => told(expression));
  if (ts.isPropertyAccessExpression(node)) return WORDS.has(node.name.text);
  if (ts.isIdentifier(node)) return WORDS.has(node.text);
  if (!ts.isCallExpression(node)) return false;
  const called = node.expression;
  if (ts.isIdentifier(called))
    return (
      (called.text === "told" && node.arguments.length === 1) ||
      (called.text === "say" && node.arguments.some(withTold))
    );
  return false;
}

const isEither = (kind: ts.SyntaxKind): boolean =>
  kind === ts.SyntaxKind.QuestionQuestionToken ||
  kind === ts.SyntaxKind.BarBarToken ||
  kind === ts.SyntaxKind.PlusToken;

/** Whether the server's words are among the values of a sentence. */
const withTold = (node: ts.Expression): boolean =>
  ts.isObjectLiteralExpression(node) &&
  node.properties.some((each) => ts.isPropertyAssignment(each) && told(each.initializer));

test("a sentence of the server's is drawn with its code as code", () => {
  const raw = readdirSync(SOURCES, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".tsx"))
    .flatMap((name) => {
      const path = join(SOURCES, name);
      return rawIn(name, readFileSync(path, "utf8")).map((text) => `${relative(SOURCES, path)}: ${text}`);
    });
  expect(raw).toEqual([]);
});

test.each([
  ["<p>{told(line)}</p>", 1],
  ["<p>{problem.message} {problem.remedy}</p>", 2],
  ["<p>{ready && told(line)}</p>", 1],
  ['<p>{say("{a}: {b}", { a: name, b: told(title) })}</p>', 1],
  ["<p><Coded text={told(line)} /></p>", 0],
  ["<p title={told(line)}>{name}</p>", 0],
  ['<p>{remedy !== "" && <Coded text={remedy} />}</p>', 0],
])("of %s it finds %i", (text, many) => {
  expect(rawIn("some.tsx", `const page = ${text};`)).toHaveLength(many);
});
