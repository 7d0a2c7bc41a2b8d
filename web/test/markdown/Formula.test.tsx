// Which parts of a text are drawn as formulas, and can one of them do anything but be read?
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { drawn } from "@/markdown/maths/draw";
import { styled } from "@/markdown/maths/letters";
import { placed } from "@/markdown/maths/places";
import Rendered from "@/markdown/Rendered";

interface Case {
  case: string;
  text: string;
  formulas: { tex: string; block: boolean }[];
}
const CASES = JSON.parse(
  readFileSync(join(import.meta.dirname, "../../../tests/golden/exports/formulas.json"), "utf8"),
) as Case[];

test.each(CASES.map((each) => [each.case, each] as const))("%s", async (_, { text, formulas }) => {
  const { container } = render(<Rendered text={text} />);
  await waitFor(() => {
    expect([...container.querySelectorAll("math")].map((math) => math.getAttribute("display") === "block")).toEqual(
      formulas.map(({ block }) => block),
    );
  });
  for (const [at, math] of container.querySelectorAll("math").entries()) {
    const same = render(<>{drawn(formulas[at]?.tex ?? "", formulas[at]?.block ?? false)}</>);
    expect(math.outerHTML).toBe(same.container.querySelector("math")?.outerHTML);
  }
  expect(container.textContent).not.toMatch(/[\uE000\uE001]/);
});

test("what is code or an address stands as it was written", () => {
  const { container } = render(<Rendered text={"`$x$` and [a](https://example.org/$b$) and\n\n    $c$\n"} />);
  expect([...container.querySelectorAll("code")].map((code) => code.textContent.trim())).toEqual(["$x$", "$c$"]);
  expect(container.querySelector("a")?.getAttribute("href")).toBe("https://example.org/$b$");
});

test("a text that has the signs of a place has no formulas", () => {
  expect(placed("\uE0000\uE001 and $x$").formulas).toEqual([]);
});

test("a block of maths is a formula, and one that cannot be read stays as written", async () => {
  const { container } = render(<Rendered text={"```math\na^2\n```\n\n$\\nonsense{x}$ and $\\frac{a$"} />);
  await waitFor(() => {
    expect(container.querySelectorAll("math")).toHaveLength(1);
  });
  expect([...container.querySelectorAll("code")].map((code) => code.textContent)).toEqual([
    "$\\nonsense{x}$",
    "$\\frac{a$",
  ]);
});

test("letters of another hand are characters of their own", () => {
  expect(styled("RLx1", "double-struck")).toBe("ℝ𝕃𝕩𝟙");
  expect(styled("L", "script")).toBe("ℒ");
  expect(styled("x+é", "bold")).toBe("𝐱+é");
});

const HOSTILE = [
  "\\href{javascript:alert(1)}{x}",
  "\\url{javascript:alert(1)}",
  "\\includegraphics{https://evil.example/x.png}",
  "\\htmlClass{a}{x}",
  "\\htmlId{root}{x}",
  "\\htmlStyle{position:fixed}{x}",
  "\\htmlData{a=b}{x}",
  "\\color{red}x \\textcolor{#fff}{y} \\colorbox{black}{z}",
  "\\raisebox{900em}{x} \\rule{900em}{900em} \\kern900em x \\hspace{-900em}x",
  "\\text{<img src=x onerror=alert(1)>}",
  "<img src=x onerror=alert(1)>",
  "\\def\\a{\\a\\a}\\a",
  "\\newcommand{\\b}[1]{#1#1#1#1}\\b{\\b{\\b{\\b{\\b{\\b{x}}}}}}",
  "{".repeat(900) + "}".repeat(900),
  "\\frac{".repeat(250) + "x" + "}{y}".repeat(250),
  `\\begin{matrix}${"&".repeat(1900)}\\end{matrix}`,
  "x^{".repeat(600) + "}".repeat(600),
  "\\left(".repeat(200) + "\\right)".repeat(200),
  "\\tag{<b>1</b>} x",
  "\\unicode{x202e} \\char`\\<",
  '\\char"202E x \\text{\\char"202E}',
  "\u202e x",
  "\\__proto__ \\constructor",
];

test.each(HOSTILE.map((tex) => [tex.slice(0, 40), tex] as const))("%s does nothing", (_, tex) => {
  const began = process.cpuUsage();
  const { container } = render(<>{drawn(tex, true)}</>);
  expect(process.cpuUsage(began).user).toBeLessThan(2_000_000);
  expect(container.textContent).not.toContain("\u202e");
  for (const element of container.querySelectorAll("*")) {
    expect(element.tagName.toLowerCase()).toMatch(/^m(ath|row|[inos]|text|space|frac|sqrt|root|su[bp]|subsup|under|over|underover|table|t[rd]|style|padded|phantom)$/); // prettier-ignore
    for (const { name, value } of element.attributes) {
      expect(name).toMatch(/^(class|display|displaystyle|scriptlevel|stretchy|fence|separator|accent|accentunder|movablelimits|[lr]space|linethickness|m(in|ax)size|width|mathvariant)$/); // prettier-ignore
      expect(value).not.toMatch(/\d{3}|:|script/);
    }
  }
});

test("many marks take time that grows with the text alone", () => {
  for (const bit of [
    "$",
    "$a ",
    "$a$",
    "\\(",
    "\\[a_",
    "$$",
    "$$a",
    "\\begin{align}",
    "\\$",
    "\n\\begin{align}",
    "://$",
    "$5 a ",
  ]) {
    const began = process.cpuUsage();
    placed(bit.repeat(Math.floor(400_000 / bit.length)));
    expect(process.cpuUsage(began).user, bit).toBeLessThan(2_500_000);
  }
});
