// Can an answer of one's own be made from two sessions, kept, and given to a chair with its price said before?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { SideBySide } from "@/pages/compare/comparison";
import { Merge } from "@/pages/compare/merge/Merge";
import { pointsIn } from "@/pages/compare/merge/points";
import { around } from "../../mounted";

const found = {
  a: "one",
  b: "two",
  sides: {
    b: { chair: "up/chair" },
    verdict: {
      passages: [
        { kind: "same", text: "Both say this.\n\n" },
        { kind: "a", text: "Only the first." },
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

const draft = (): HTMLTextAreaElement => screen.getByLabelText("Draft");

test("points are picked from both sides, edited, and kept in this browser", () => {
  const { unmount } = render(around(<Merge found={found} />));
  const first = within(screen.getByRole("list", { name: "The answer, first session", hidden: true }));
  fireEvent.click(first.getByRole("button", { name: "Add point 2", hidden: true }));
  const second = within(screen.getByRole("list", { name: "The answer, second session", hidden: true }));
  fireEvent.click(second.getByRole("button", { name: "Add point 2", hidden: true }));
  expect(draft().value).toBe("Only the first.\n\nOnly the second.");
  expect(first.queryByRole("button", { name: "Add point 2", hidden: true })).toBeNull();
  expect(first.getByText("Added")).toBeTruthy();
  fireEvent.change(draft(), { target: { value: "Mine." } });
  unmount();
  render(around(<Merge found={found} />));
  expect(draft().value).toBe("Mine.");
  fireEvent.click(screen.getByRole("button", { name: "Clear" }));
  expect(draft().value).toBe("");
});

test("a chair writes it again for a price that is said before", async () => {
  render(around(<Merge found={found} />));
  const write = screen.getByRole("button", { name: "Write it again" });
  expect(screen.getByRole("status").textContent).toMatch(/Pick a point and name a model/);
  fireEvent.click(write);
  expect(screen.getByRole("alert").textContent).toMatch(/Pick a point and name a model/);
  expect(asked).toEqual([]);
  fireEvent.change(draft(), { target: { value: "Mine." } });
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
  fireEvent.change(draft(), { target: { value: "Mine." } });
  expect(await screen.findByText("1 call, price unknown")).toBeTruthy();
  unmount();
  price = { calls: 1, dollars: 0.02, typical: 0.01, lacking: "$0.01 left for today is too small." };
  render(around(<Merge found={found} />));
  expect(await screen.findByText("$0.01 left for today is too small.")).toBeTruthy();
});

test("paragraphs are points, and code stays whole", () => {
  expect(pointsIn("One.\n\n\n Two.\n \nThree.")).toEqual(["One.", "Two.", "Three."]);
  expect(pointsIn("See:\n\n```\na\n\nb\n```\n\nDone.")).toEqual(["See:", "```\na\n\nb\n```", "Done."]);
  expect(pointsIn(" \n\n ")).toEqual([]);
});
