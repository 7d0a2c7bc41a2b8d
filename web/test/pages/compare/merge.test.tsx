// Can an answer of one's own be made from two sessions, kept, and given to a chair with its price said before?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SideBySide } from "@/pages/compare/comparison";
import { Merge } from "@/pages/compare/merge/Merge";
import { textOf, type Picked } from "@/pages/compare/merge/picked";
import { blocksIn, sentencesIn } from "@/pages/compare/merge/points";
import { around } from "../../mounted";

const found = {
  a: "one",
  b: "two",
  sides: {
    b: { chair: "up/chair" },
    verdict: {
      passages: [
        { kind: "same", text: "Both say this.\n\n" },
        { kind: "a", text: "Only the first. It has two sentences.\n\n1. Do this.\n2. Do that." },
        { kind: "b", text: "Only the second." },
      ],
      same: 0.4,
      cut: false,
    },
    members: [],
  },
} as unknown as SideBySide;

const asked: { path: string; body: unknown }[] = [];
let price: object;

beforeEach(() => {
  localStorage.clear();
  asked.length = 0;
  price = { calls: 1, dollars: 0.02, typical: 0.01, lacking: "" };
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "POST") asked.push({ path, body: await request.json() });
    if (path.endsWith("/write-up/estimate")) return Response.json(price);
    if (path.endsWith("/write-up")) return Response.json({ session: "three" }, { status: 201 });
    return Response.json({ models: [] });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const list = (name: string) => within(screen.getByRole("list", { name, hidden: true }));
const add = (answer: string, point: string): void => {
  fireEvent.click(list(answer).getByRole("button", { name: point, hidden: true }));
};
const points = () => list("Points of your answer");
const texts = (): (string | null | undefined)[] =>
  points()
    .getAllByRole("listitem")
    .map((each) => each.querySelector("p")?.textContent);
const mine = (text: string): void => {
  fireEvent.click(screen.getByRole("button", { name: "Write a point of your own" }));
  fireEvent.change(screen.getByRole("textbox", { name: /^Words of point/ }), { target: { value: text } });
};

test("sentences, paragraphs and items are picked from both sides in any order, and say whose they are", () => {
  render(around(<Merge found={found} />));
  expect(screen.getByText("Nothing is picked yet.")).toBeTruthy();
  add("The answer, second session", "Add point 2");
  add("The answer, first session", "Add sentence 2 of point 2");
  add("The answer, first session", "Add point 4");
  add("The answer, first session", "Add point 3");
  expect(texts()).toEqual(["Only the second.", "It has two sentences.", "1. Do that.", "2. Do this."]);
  const first = list("The answer, first session");
  expect(first.queryByRole("button", { name: "Add sentence 2 of point 2", hidden: true })).toBeNull();
  expect(first.getByRole("button", { name: "Add sentence 1 of point 2", hidden: true })).toBeTruthy();
  const whose = points()
    .getAllByRole("listitem")
    .map((each) => each.querySelector("small")?.textContent);
  expect(whose.slice(0, 2)).toEqual(["The answer, second session", "The answer, first session"]);
});

test("points are moved by buttons and keys, which keep the focus, edited, taken out, and all of it is kept", () => {
  const { unmount } = render(around(<Merge found={found} />));
  add("The answer, first session", "Add point 1");
  add("The answer, second session", "Add point 2");
  add("The answer, first session", "Add point 3");
  const up = points().getByRole("button", { name: "Move point 3 up" });
  up.focus();
  fireEvent.click(up);
  expect(texts()).toEqual(["Both say this.", "1. Do this.", "Only the second."]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move point 2 up");
  expect(screen.getAllByRole("status").map((each) => each.textContent)).toContain("Now point 2 of 3.");
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowUp", altKey: true });
  fireEvent.keyDown(document.activeElement ?? document.body, { key: "ArrowUp", altKey: true });
  expect(texts()).toEqual(["1. Do this.", "Both say this.", "Only the second."]);
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Move point 1 up");
  fireEvent.click(points().getByRole("button", { name: "Edit point 3" }));
  fireEvent.change(screen.getByRole("textbox", { name: "Words of point 3" }), { target: { value: "In my words." } });
  fireEvent.click(points().getByRole("button", { name: "Done with point 3" }));
  expect(points().getByText("The answer, second session, edited")).toBeTruthy();
  fireEvent.click(points().getByRole("button", { name: "Take point 2 out" }));
  expect(document.activeElement?.getAttribute("aria-label")).toBe("Take point 2 out");
  mine("And mine.");
  expect(points().getByText("your own words")).toBeTruthy();
  unmount();
  const again = render(around(<Merge found={found} />));
  expect(texts()).toEqual(["1. Do this.", "In my words.", "And mine."]);
  again.unmount();
  const { verdict } = found.sides;
  const swapped = { ...found, a: "two", b: "one", sides: { ...found.sides, verdict } } as SideBySide;
  render(around(<Merge found={swapped} />));
  expect(texts()).toEqual(["1. Do this.", "In my words.", "And mine."]);
  expect(points().getByText("The answer, second session")).toBeTruthy();
  expect(points().getByText("The answer, first session, edited")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(screen.getByText("Nothing is picked yet.")).toBeTruthy();
  expect(localStorage).toHaveLength(0);
});

test("a draft that an earlier version kept as text is a point of one's own", () => {
  localStorage.setItem("moot.merge.one.two", "What I had.");
  render(around(<Merge found={found} />));
  expect(texts()).toEqual(["What I had."]);
  mine("More.");
  expect(localStorage.getItem("moot.merge.one.two")).toBeNull();
  expect(localStorage).toHaveLength(1);
});

const picked = (text: string, more: Partial<Picked> = {}): Picked => ({
  ...{ id: text, text, said: text, marker: "", of: "The answer", session: "one" },
  ...more,
});

test("what is taken along is one text, with where each point is from where that is wanted", () => {
  const all = [
    picked("First."),
    picked("a\nb", { marker: "1." }),
    picked("c", { marker: "1." }),
    picked("d", { marker: "-" }),
    picked("```\nx\n```"),
    picked(" "),
  ];
  expect(textOf(all)).toBe("First.\n\n1. a\n   b\n2. c\n\n- d\n\n```\nx\n```");
  expect(textOf(all.slice(0, 1), () => "there")).toBe("First. [^1]\n\n[^1]: there");
  expect(textOf(all.slice(4), () => "there")).toBe("```\nx\n```\n\n[^1]\n\n[^1]: there");
});

test("a chair writes it again for a price that is said before", async () => {
  render(around(<Merge found={found} />));
  const write = screen.getByRole("button", { name: "Write it again" });
  expect(screen.getAllByRole("status").at(-1)?.textContent).toMatch(/Pick a point and name a model/);
  fireEvent.click(write);
  expect(screen.getByRole("alert").textContent).toMatch(/Pick a point and name a model/);
  expect(asked).toEqual([]);
  mine("Mine.");
  expect(await screen.findByText("1 call, typically $0.01, at most $0.02")).toBeTruthy();
  fireEvent.click(write);
  await waitFor(() => {
    expect(asked.at(-1)).toEqual({
      path: "/api/sessions/two/write-up",
      body: { points: "Mine.", chair: "up/chair" },
    });
  });
});

test("a price nobody knows is said to be unknown, and a cap that is too small stands in its place", async () => {
  price = { calls: 1, dollars: null, typical: null, lacking: "" };
  const { unmount } = render(around(<Merge found={found} />));
  mine("Mine.");
  expect(await screen.findByText("1 call, price unknown")).toBeTruthy();
  unmount();
  price = { calls: 1, dollars: 0.02, typical: 0.01, lacking: "$0.01 left for today is too small." };
  render(around(<Merge found={found} />));
  expect(await screen.findByText("$0.01 left for today is too small.")).toBeTruthy();
});

const blocks = (text: string): string[] => blocksIn(text, "x").map(({ text }) => text);

test("paragraphs and items are points; code, formulas, tables and quotations stay whole", () => {
  expect(blocks("One.\n\n\n Two.\n \nThree.")).toEqual(["One.", "Two.", "Three."]);
  expect(blocks("See:\n\n```\na\n\n- b\n```\nDone.")).toEqual(["See:", "```\na\n\n- b\n```", "Done."]);
  expect(blocks("$$\na\n\nb\n$$\nDone. $$c$$ too.")).toEqual(["$$\na\n\nb\n$$", "Done. $$c$$ too."]);
  expect(blocks("## Why\nSo.\n- a\n  goes on\n  1) deep\n* b")).toEqual(["## Why", "So.", "a\ngoes on", "deep", "b"]);
  expect(blocksIn("- a\n2. b\nc", "x").map(({ marker }) => marker)).toEqual(["-", "1."]);
  expect(blocks("| a. B. |\n|---|\n> One. Two.\nAfter.")).toEqual(["| a. B. |\n|---|\n> One. Two.", "After."]);
  expect(blocksIn("> One. Two.", "x")[0]?.sentences).toEqual([]);
  expect(blocksIn("One. Two.", "x")[0]?.sentences.map(({ text, id }) => [id, text])).toEqual([
    ["x:0.0", "One."],
    ["x:0.1", "Two."],
  ]);
  expect(blocks("```\nnever closed")).toEqual(["```\nnever closed"]);
  expect(blocks(" \n\n ")).toEqual([]);
});

test.each([
  ["One. Two! Three? Four", ["One.", "Two!", "Three?", "Four"]],
  ["**In short:** yes. **No.** Then (see a. B) go.", ["**In short:** yes.", "**No.**", "Then (see a. B) go."]],
  ["Use `a. B` and **b. C**. Done.", ["Use `a. B` and **b. C**.", "Done."]],
  [
    "E.g. this, i.e. that, and Dr. Who. Das gilt z. B. Hier.",
    ["E.g. this, i.e. that, and Dr. Who.", "Das gilt z. B. Hier."],
  ],
  ["1. It costs 3.5 to 4. That is much.", ["1. It costs 3.5 to 4.", "That is much."]],
  ["“Yes.” He said so. it went on…", ["“Yes.”", "He said so. it went on…"]],
  ["先看。再想！为什么？", ["先看。", "再想！", "为什么？"]],
  ["An open ( never closes. So what.", ["An open ( never closes.", "So what."]],
  ["  ", []],
])("%s is parted into sentences", (text, said) => {
  expect(sentencesIn(text)).toEqual(said);
});
