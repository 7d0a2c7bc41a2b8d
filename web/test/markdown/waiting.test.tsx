// Does a text that stands there without its form yet say so? Whoever reads it, a screen reader or a test, can wait.
import { render, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import Markdown from "@/markdown/Markdown";
import Rendered from "@/markdown/Rendered";
import { Plain } from "@/markdown/Plain";

const busy = (place: Element) => place.querySelectorAll('[aria-busy="true"]').length;

test("while its form is loaded a text is busy, and then no more", async () => {
  const { container } = render(<Markdown text={"A **verdict** that has a form."} />);
  expect(container.textContent).toBe("A **verdict** that has a form.");
  expect(busy(container)).toBe(1);
  await waitFor(() => {
    expect(container.querySelector("strong")?.textContent).toBe("verdict");
  });
  expect(busy(container)).toBe(0);
});

test("what stays as it is waits for nothing", () => {
  expect(busy(render(<Plain text="No form will come." />).container)).toBe(0);
  expect(busy(render(<Rendered text={"> ".repeat(5_000)} />).container)).toBe(0);
});
