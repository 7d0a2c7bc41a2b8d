// Does the first page begin with the question, suggest how it is worked on, and take a key where there is none?
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ConvenePage from "@/pages/convene/ConvenePage";
import { endpoint, refusal, serve, type Sent } from "./server";
import { box, opened as opens, show } from "./page";

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const opened = (sent: Sent[]): Sent[] =>
  sent.filter(({ method, path }) => method === "POST" && path === "/api/sessions");
const write = async (text: string): Promise<HTMLTextAreaElement> => {
  const place = await box();
  fireEvent.change(place, { target: { value: text } });
  return place;
};

test("the question has the focus, and one that comes with the address is in the box", async () => {
  serve();
  const { history } = show(<ConvenePage />, "/?q=Is%20it%20%3Cb%3Etrue%3C%2Fb%3E%3F");
  const place = await box();
  expect(document.activeElement).toBe(place);
  expect(place.value).toBe("Is it <b>true</b>?");
  expect(history).toEqual(["/"]);
});

test("what fits the question is suggested with why, and taken only when it is pressed", async () => {
  serve();
  show(<ConvenePage />);
  await write("Should a small town own its water system?");
  expect(await screen.findByText(/^Debate may fit this question better\./)).toBeTruthy();
  expect(screen.getByRole("button", { name: /^How/ }).textContent).toContain("Peer review");
  fireEvent.click(screen.getByRole("button", { name: "Use debate" }));
  expect(screen.getByRole("button", { name: /^How/ }).textContent).toContain("Debate");
  expect(screen.getByText(/^Debate fits this question\./)).toBeTruthy();
  await write("How do bridges carry their load?");
  expect(await screen.findByText(/^Peer review may fit this question better\. An open question/)).toBeTruthy();
});

test("Escape closes what was opened and gives the focus back to its button", async () => {
  serve();
  show(<ConvenePage />);
  await opens("Who");
  const card = await screen.findByRole("radio", { name: /^rehearsal/ });
  fireEvent.keyDown(card, { key: "Escape" });
  expect(screen.queryByRole("radio", { name: /^rehearsal/ })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: /^Who/ }));
});

test("a key is stored from the first page; a refused one stays to be mended, and the question is not sent", async () => {
  let good = false;
  const sent = serve({
    "PUT /api/endpoints/paid": () => (good ? endpoint("paid") : refusal("That is no key.", 422)),
  });
  show(<ConvenePage />);
  const key = await screen.findByLabelText("API key");
  fireEvent.change(key, { target: { value: "sk-wrong" } });
  fireEvent.keyDown(key, { key: "Enter" });
  expect(await screen.findByText(/That is no key\./)).toBeTruthy();
  expect(key).toHaveProperty("value", "sk-wrong");
  good = true;
  fireEvent.click(screen.getByRole("button", { name: "Save the key" }));
  await waitFor(() => {
    expect(sent.filter(({ method }) => method === "PUT")).toHaveLength(2);
  });
  expect(sent.findLast(({ method }) => method === "PUT")?.body).toEqual({ key: "sk-wrong" });
  expect(opened(sent)).toHaveLength(0);
});

test("a budget that is too small is told once, with why; one press takes the smallest, and less is not sent", async () => {
  const sent = serve();
  show(<ConvenePage />);
  await write("Why?");
  const more = (await screen.findByText("More")).closest("details");
  if (more === null) throw new Error("There is no drawer.");
  more.open = true;
  fireEvent(more, new Event("toggle"));
  const budget = screen.getByLabelText("Budget");
  await screen.findByText(/^About/);
  expect(screen.queryByText(/The smallest that works/)).toBeNull(); // nobody asked for a budget near it
  fireEvent.change(budget, { target: { value: "0.01" } });
  const told = /A budget of \$0\.01 is too small: this takes at least \$0\.02\. Review needs the most/;
  expect(await screen.findAllByText(told)).toHaveLength(1);
  fireEvent.keyDown(await box(), { key: "Enter" });
  expect(opened(sent)).toHaveLength(0);
  expect(screen.getAllByText(told)).toHaveLength(1);
  expect(document.activeElement?.textContent).toMatch(told);
  fireEvent.click(screen.getByRole("button", { name: "Set the budget to $0.02" }));
  expect(budget).toHaveProperty("value", "0.02");
  expect(await screen.findByText(/The smallest that works now is \$0\.02\./)).toBeTruthy();
  fireEvent.keyDown(await box(), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
});

test("a key that was saved is said to be untested, and one press tests it", async () => {
  const paid = endpoint("paid", { title: "Paid Models" });
  let saved = false;
  const test = { at: new Date().toISOString(), proved: "listing", asked: "", found: 7, ms: 300, error: "", remedy: "" };
  const sent = serve({
    "PUT /api/endpoints/paid": () => ((saved = true), paid),
    "GET /api/endpoints": () => ({
      endpoints: [saved ? paid : { ...paid, configured: false, key: { ...paid.key, where: "", last: "" } }],
    }),
    "POST /api/endpoints/paid/test": { ok: true, ms: 300, models: [], said: "", error: "", remedy: "", test },
  });
  show(<ConvenePage />);
  fireEvent.change(await screen.findByLabelText("API key"), { target: { value: "sk-one" } });
  fireEvent.click(screen.getByRole("button", { name: "Save the key" }));
  expect(await screen.findByText(/The key for Paid Models is saved, not tested yet\./)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Test now: Paid Models" }));
  expect(await screen.findByText(/It listed 7 models after 300 ms\./)).toBeTruthy();
  expect(screen.queryByText(/not tested yet/)).toBeNull();
  expect(sent.filter(({ path }) => path.endsWith("/test"))).toHaveLength(1);
});
