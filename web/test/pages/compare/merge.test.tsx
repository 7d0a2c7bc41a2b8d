// Can an answer of one's own be made from two sessions, kept, and given to a chair with its price said before?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SideBySide } from "@/pages/compare/comparison";
import { Compose } from "@/again/compose/Compose";
import { paragraphsIn } from "@/again/compose/draft";
import { sourcesOf } from "@/pages/compare/sources";
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

const Merge = ({ found: of }: { found: SideBySide }) => (
  <Compose sources={sourcesOf(of)} sessions={[of.a, of.b]} chair="up/chair" />
);

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
const draft = () => screen.getByRole<HTMLTextAreaElement>("textbox", { name: "Draft" });
const mine = (text: string): void => {
  fireEvent.change(draft(), { target: { value: text } });
};

test("paragraphs of both sessions are added to a draft, which is edited and kept", () => {
  const { unmount } = render(around(<Merge found={found} />));
  add("The answer, second session", "Add paragraph 2");
  add("The answer, first session", "Add paragraph 1");
  expect(draft().value).toBe("Only the second.\n\nBoth say this.");
  mine("In my words.");
  add("The answer, first session", "Add paragraph 3");
  expect(draft().value).toBe("In my words.\n\n1. Do this.\n2. Do that.");
  unmount();
  render(around(<Merge found={{ ...found, a: "two", b: "one" } as SideBySide} />));
  expect(draft().value).toBe("In my words.\n\n1. Do this.\n2. Do that.");
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(draft().value).toBe("");
  expect(localStorage).toHaveLength(0);
});

test("blank lines part paragraphs, but no code", () => {
  expect(paragraphsIn("One.\n\n\n Two.\n \nThree.")).toEqual(["One.", "Two.", "Three."]);
  expect(paragraphsIn("See:\n\n```\na\n\n- b\n```\n\nDone.")).toEqual(["See:", "```\na\n\n- b\n```", "Done."]);
  expect(paragraphsIn(" \n\n ")).toEqual([]);
});

test("a chair writes it again for a price that is said before", async () => {
  render(around(<Merge found={found} />));
  const write = screen.getByRole("button", { name: "Write it from these" });
  expect(screen.getAllByRole("status").at(-1)?.textContent).toMatch(/Write or add something and name a model/);
  fireEvent.click(write);
  expect(screen.getByRole("alert").textContent).toMatch(/Write or add something and name a model/);
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
