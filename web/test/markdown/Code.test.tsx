// Does code stand in colours without becoming anything but words, and do tables and tasks look like what they are?
import { act, render, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { drawn } from "@/markdown/code/colours";
import Rendered from "@/markdown/Rendered";

const fence = (language: string, code: string): string => `\`\`\`${language}\n${code}\n\`\`\``;

test("code names its language and comes in colours, word for word", async () => {
  const code = 'def f(x):\n    return "<b>" + x  # why';
  const { container } = render(<Rendered text={fence("python", code)} />);
  expect(screen.getByText("python")).toBeTruthy();
  await waitFor(() => {
    expect(container.querySelectorAll("pre span").length).toBeGreaterThan(3);
  });
  expect(container.querySelector("pre")?.textContent).toBe(`${code}\n`);
  expect(container.querySelector("pre b")).toBeNull();
});

test("a language nobody knows and one that is no language stay in one colour", () => {
  expect(drawn("x = 1", "klingon")).toBeNull();
  expect(drawn("x = 1", "__proto__")).toBeNull();
  expect(drawn("x = 1", "constructor")).toBeNull();
});

test.each([
  ["js", "const a = 1"],
  ["SQL", "select 1 from t"],
  ["c++", "int a = 1;"],
  ["yml", "a: true"],
  ["html", "<p class='a'>x</p>"],
  ["diff", "-a\n+b"],
])("%s is known by this name", (name, code) => {
  const { container } = render(<>{drawn(code, name)}</>);
  expect(container.textContent).toBe(code);
  expect(container.querySelector("span")).not.toBeNull();
});

test.each([
  ["a long line", "a ".repeat(301)],
  ["much of it", "a = 1\n".repeat(2100)],
])("%s stays in one colour, and stays words", async (_, code) => {
  const { container } = render(<Rendered text={fence("cpp", code)} />);
  await new Promise((go) => setTimeout(go, 250));
  expect(container.querySelector("pre span")).toBeNull();
  expect(container.querySelector("pre")?.textContent).toBe(`${code}\n`);
});

test("the button copies the code, and says so", async () => {
  const write = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal("navigator", { ...navigator, clipboard: { writeText: write } });
  render(<Rendered text={fence("", "a\n  b")} />);
  await act(async () => {
    screen.getByRole("button", { name: "Copy code" }).click();
    await Promise.resolve();
  });
  expect(write).toHaveBeenCalledWith("a\n  b\n");
  expect(screen.getByText("Copied")).toBeTruthy();
  vi.unstubAllGlobals();
});

test("tasks say whether they are done; other items keep their mark", () => {
  const { container } = render(<Rendered text={"- [x] a\n- [ ] b\n\ntext\n\n- c"} />);
  expect(screen.getAllByRole("img").map((box) => box.getAttribute("aria-label"))).toEqual(["Done:", "To do:"]);
  expect([...container.querySelectorAll("li")].map((item) => item.className === "")).toEqual([false, false, true]);
});
