// Do a few words keep their emphasis, code and formulas, and lose marks that have no pair?
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { Inline, unlined } from "@/markdown/Inline";
import { PAYLOADS } from "./payloads";

const html = (text: string): string =>
  [...render(<Inline text={text} />).container.childNodes]
    .map((node) => (node instanceof Element ? `<${node.tagName.toLowerCase()}>${node.textContent}` : node.textContent))
    .join("|");

test.each([
  ["so **it is** and `a*b*c` and *this*", "so |<strong>it is| and |<code>a*b*c| and |<em>this"],
  ["2*3*4 and a * b", "2*3*4 and a * b"],
  ["**cut", "cut"],
  ["cut** off `and", "cut off and"],
  ["costs $5 and $7", "costs $5 and $7"],
  ["<b>x</b>", "<b>x</b>"],
])("%s", (text, shown) => {
  expect(html(text).replace(/\|+$/, "").replace(/^\|/, "")).toBe(shown);
});

test("a formula is drawn, or stands as it was written", async () => {
  const { container } = render(<Inline text="so $x_1$ it is" />);
  await waitFor(() => {
    expect(container.querySelector("math")).not.toBeNull();
  });
});

test("marks of lines go", () => {
  expect(unlined("# Title\n- one\n* [x] two\n```python\na = 1\n```\nend")).toBe("Title\n• one\n• two\na = 1\nend");
  expect(unlined("| a | b |\n|---|--:|\n| 1 | 2 |\n> so")).toBe("a · b\n1 · 2\nso");
});

test("no hostile text becomes more than words", () => {
  for (const payload of PAYLOADS) {
    const { container, unmount } = render(<Inline text={payload} />);
    for (const element of container.querySelectorAll("*")) {
      expect(element.tagName).toMatch(/^(STRONG|CODE|EM|SPAN|MATH|M[A-Z]+)$/i);
      for (const { name } of element.attributes) expect(name).toBe("class");
    }
    unmount();
  }
});
