// Can a model's text be anything but read? Every hostile text, whole and at every stage of being written.
import { act, render } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import Rendered from "@/markdown/Rendered";
import { ALLOWED } from "@/markdown/schema";
import { BOMBS, PAYLOADS } from "./payloads";

const OWN = ["div", "span", "button", "svg", "rect", "path"];
const ELEMENTS = new Set([...ALLOWED, ...OWN].filter((tag) => !["img", "input", "section"].includes(tag)));
const ATTRIBUTES = new Set(
  "class href target rel title data-copy data-arrows dir role aria-label aria-hidden tabindex type start align style".split(
    " ",
  ),
);

function harm(place: Element): string[] {
  const found: string[] = [];
  for (const element of place.querySelectorAll("*")) {
    const tag = element.tagName.toLowerCase();
    const icon = element.closest("button") !== null;
    if (!ELEMENTS.has(tag) || ((tag === "svg" || tag === "path" || tag === "rect") && !icon)) found.push(tag);
    for (const { name, value } of element.attributes) {
      if (name === "lang" && value === "") continue; // whose language nobody knows
      if (!icon && !ATTRIBUTES.has(name)) found.push(`${tag} ${name}`);
      if (/^on|^src|srcdoc|action/i.test(name)) found.push(`${tag} ${name}`);
      if (name === "style" && !/^text-align: \w+;?$/.test(value)) found.push(`${tag} style ${value}`);
      if (name === "href" && !/^(https?:\/\/|mailto:)/.test(value)) found.push(`${tag} ${value}`);
    }
    if (tag === "a" && element.getAttribute("rel") !== "noopener noreferrer nofollow") found.push("a without rel");
    if (tag === "a" && element.getAttribute("target") !== "_blank") found.push("a without target");
  }
  if (/[\u0000\u202a-\u202e\u2066-\u2069\u200b]/.test(place.textContent)) found.push("hidden characters");
  return found;
}

describe("hostile texts", () => {
  test("there are enough of them", () => {
    expect(PAYLOADS.length + BOMBS.length).toBeGreaterThanOrEqual(300);
  });

  test("settled, nothing comes of them but words", () => {
    for (const payload of PAYLOADS) {
      const { container, unmount } = render(<Rendered text={payload} />);
      expect(harm(container), payload).toEqual([]);
      unmount();
    }
  });

  test("while they are written neither", () => {
    for (const [at, payload] of PAYLOADS.entries()) {
      const { container, rerender, unmount } = render(<Rendered text="" streaming />);
      for (const share of [[0.35, 0.7, 0.9][at % 3] ?? 1, 1]) {
        rerender(<Rendered text={`before\n\n${payload.slice(0, Math.ceil(payload.length * share))}`} streaming />);
        expect(harm(container), payload).toEqual([]);
      }
      unmount();
    }
  });

  test.each(BOMBS.map((bomb) => [bomb.slice(0, 14), bomb] as const))("%s… stalls nothing", (_, bomb) => {
    const began = process.cpuUsage(); // what others do meanwhile on the machine does not count
    const { container, unmount } = render(<Rendered text={bomb} />);
    expect(harm(container)).toEqual([]);
    expect(container.textContent).not.toBe("");
    const { user, system } = process.cpuUsage(began);
    expect((user + system) / 1000).toBeLessThan(4000);
    unmount();
  });
});

test("what is written as HTML stays to be read", () => {
  const { container } = render(<Rendered text={"Use <section> here.\n\n<b>bold</b>"} />);
  expect(container.textContent).toContain("<section>");
  expect(container.textContent).toContain("<b>");
});

test("names stand in bold where letters were, whole words only, and not in code blocks", () => {
  const names = new Map([["K7QM", "Ada"]]);
  const { container } = render(<Rendered text={"K7QM beats XK7QM.\n\n```\nK7QM\n```"} names={names} />);
  expect([...container.querySelectorAll("strong")].map((strong) => strong.textContent)).toEqual(["Ada"]);
  expect(container.querySelector("pre")?.textContent).toContain("K7QM");
  expect(container.textContent).toContain("XK7QM");
});

test("a link says where it leads; a picture is its words", () => {
  const { container } = render(
    <Rendered text={"[bank](https://good.example@evil.example/x) ![a chart](https://x.example/p.png)"} />,
  );
  expect(container.querySelector("a")?.title).toBe("evil.example");
  expect(container.textContent).toContain("picture: a chart");
  expect(container.querySelector("img")).toBeNull();
});

describe("on the way through a session", () => {
  const root = document.documentElement;
  afterEach(() => {
    vi.useRealTimers();
    delete root.dataset["jumping"];
  });

  test("a long text has its form once the reader rests, also after going on in between", () => {
    vi.useFakeTimers();
    root.dataset["jumping"] = "";
    const text = `**Bold** ${"words and more ".repeat(80)} unlike any other`;
    const { container } = render(<Rendered text={text} />);
    expect(container.querySelector("strong")).toBeNull();
    act(() => {
      delete root.dataset["jumping"];
      vi.advanceTimersByTime(250); // it is asked for its form …
      root.dataset["jumping"] = ""; // … and the reader goes on before it is drawn
    });
    expect(container.querySelector("strong")).toBeNull();
    act(() => {
      delete root.dataset["jumping"];
      vi.advanceTimersByTime(1000);
    });
    expect(container.querySelector("strong")?.textContent).toBe("Bold");
  });
});

const levelsOf = (text: string, under?: 1 | 2 | 3 | 4, streaming = false): string[] => {
  const { container, unmount } = render(<Rendered text={text} streaming={streaming} {...(under && { under })} />);
  const found = [...container.querySelectorAll("h1, h2, h3, h4, h5, h6")].map(({ localName }) => localName);
  unmount();
  return found;
};

test("a text's headings stand below the page's, and none of them skips a level", () => {
  expect(levelsOf("# One\n\n## Two\n\n### Three")).toEqual(["h3", "h4", "h5"]);
  expect(levelsOf("### Short\n\nwords\n\n### Long")).toEqual(["h3", "h3"]);
  expect(levelsOf("## One\n\n#### Deep\n\n### Between", 3)).toEqual(["h4", "h5", "h5"]);
  expect(levelsOf("#### Deep\n\n# High", 4)).toEqual(["h5", "h5"]);
  expect(levelsOf("###### Deepest", 1)).toEqual(["h2"]);
});

test("while a text is written its headings keep the depth they are given", () => {
  expect(levelsOf("## One\n\nwords\n\n### Two\n\nwords", 2, true)).toEqual(["h3", "h4"]);
});
