// Is a test told as no more than it proved, and is what was never tested told so?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { TestChip, when, wordsOf, type Test } from "@/pages/settings/LastTest";
import SettingsPage from "@/pages/settings/SettingsPage";
import { endpoint, refusal, serve } from "../convene/server";
import { show } from "../convene/page";

afterEach(() => {
  vi.unstubAllGlobals();
});

const tested = (proved: Test["proved"], over: Partial<Test> = {}): Test => ({
  ...{ at: new Date().toISOString(), ms: 412, proved, origin: "", asked: "", found: 3, error: "", remedy: "" },
  ...over,
});
const at = (section: string, item?: string) =>
  show(<SettingsPage section={section} item={item} />, `/settings/${section}`);

test.each([
  ["what was never tested", null, false, "not tested yet"],
  ["an answer", tested("answer"), false, /^answered at \d\d:\d\d$/],
  ["a list of models", tested("listing"), false, /^listed its models at/],
  ["a failure", tested("", { error: "No." }), true, /^did not answer at/],
  ["a local service that has just answered", tested("listing"), true, "running"],
  ["one that answered a while ago", tested("listing", { at: "2031-05-04T10:00:00Z" }), true, /^listed its models on/],
] as const)("%s is said as such", (_, found, local, says) => {
  if (found?.at.startsWith("2031")) vi.useFakeTimers({ now: new Date("2031-05-06T10:00:00Z") });
  render(<TestChip test={found} local={local} />);
  const chip = screen.getByText(says);
  expect(chip.className.includes("good")).toBe(found !== null && (found.proved === "answer" || says === "running"));
  vi.useRealTimers();
});

test("a list proves neither the key nor an answer, in words", () => {
  expect(wordsOf(tested("listing"))).toContain("neither the key nor an answer");
  expect(wordsOf(tested("answer", { asked: "lab/small" }))).toContain("lab/small answered after 412 ms");
  expect(wordsOf(tested("search", { asked: "rain", found: 0 }))).toContain("found nothing");
  expect(wordsOf(tested("", { error: "No key.", remedy: "Enter one." }))).toBe("No key. Enter one.");
  expect(wordsOf(null)).toContain("not tested yet");
  expect(when("2031-05-04T10:00:00Z", Date.parse("2031-06-04T10:00:00Z"))).toContain("on May 4 at");
});

test("a service of the list is tested at one press, and its row says what came of it", async () => {
  const keyless = { needed: false, where: "", variable: "", last: "" };
  const row = endpoint("lab", { title: "The lab", private: true, key: keyless });
  serve({
    "GET /api/endpoints": { endpoints: [row] },
    "POST /api/endpoints/lab/test": {
      ...{ ok: true, ms: 412, models: ["lab/one"], said: "", error: "", remedy: "", test: tested("listing") },
    },
  });
  at("endpoints");
  expect(await screen.findByText("not tested yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Test now: The lab" }));
  expect(await screen.findByText("running")).toBeTruthy();
});

test("a model that is asked says so on the endpoint's page, and what it said", async () => {
  serve({
    "POST /api/endpoints/paid/test": {
      ...{ ok: true, ms: 412, models: ["paid/one", "paid/two"], said: "Hello.", error: "", remedy: "" },
      test: tested("answer", { asked: "paid/one" }),
    },
  });
  at("endpoints", "paid");
  fireEvent.click(await screen.findByRole("button", { name: "Test now" }));
  expect(await screen.findByText("Hello.")).toBeTruthy();
});

const searcher = (over: object = {}) => ({
  ...{ name: "brave", title: "Brave", configured: false, needs_key: true, where: "", in_use: false, docs: "" },
  ...{ key: { needed: true, where: "", variable: "BRAVE_API_KEY", last: "" }, test: null },
  ...over,
});
const kept = { configured: true, where: "kept", key: { needed: true, where: "kept", variable: "", last: "…wxyz" } };
const setting = (name: string, over: object = {}) => ({
  ...{ name, value: null, default: null, origin: "default", variable: `MOOT_${name.toUpperCase()}`, says: "" },
  ...over,
});

test("a searcher's key is entered here, and no command of a terminal is named", async () => {
  let row = searcher();
  const sent = serve({
    "GET /api/searchers": () => ({ searchers: [row] }),
    "GET /api/settings": { settings: [setting("searchers", { value: [] })] },
    "PUT /api/searchers/brave": () => ({ searchers: [(row = searcher(kept))] }),
    "POST /api/searchers/brave/test": () => searcher({ ...kept, test: tested("search", { asked: "rain" }) }),
  });
  at("searchers");
  expect(await screen.findByText("needs a key")).toBeTruthy();
  expect(document.body.textContent).not.toContain("moot ");
  fireEvent.change(screen.getByLabelText("Key"), { target: { value: "sk-very-secret-wxyz" } });
  fireEvent.click(screen.getByRole("button", { name: "Keep it", hidden: true }));
  expect(await screen.findByText("not tested yet")).toBeTruthy();
  expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ key: "sk-very-secret-wxyz" });
  expect(document.body.outerHTML).not.toContain("very-secret");
  fireEvent.click(screen.getByRole("button", { name: "Test now: Brave" }));
  expect(await screen.findByText(/Looking up “rain” found 3 results/)).toBeTruthy();
});

test("which searchers are asked is chosen here, and none is a choice", async () => {
  let row = setting("searchers", { value: [] });
  const sent = serve({
    "GET /api/searchers": { searchers: [searcher({ ...kept, in_use: true })] },
    "GET /api/settings": () => ({ settings: [row] }),
    "PUT /api/settings/searchers": () => ({ settings: [(row = setting("searchers", { value: ["none"] }))] }),
  });
  at("searchers");
  fireEvent.click(await screen.findByRole("radio", { name: "None" }));
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ value: ["none"] });
  fireEvent.click(screen.getByRole("radio", { name: "The ones chosen here" }));
  const brave = await screen.findByRole("switch", { name: "Brave" });
  expect(sent.filter(({ method }) => method === "PUT")).toHaveLength(1); // nothing is stored before one is ticked
  fireEvent.click(brave);
  await waitFor(() => {
    expect(sent.findLast(({ method }) => method === "PUT")?.body).toEqual({ value: ["brave"] });
  });
});

test("a limit is kept when its field is left; nonsense stays with a reason, and one of the environment is locked", async () => {
  let rows = [setting("budget"), setting("call_budget", { value: 0.2, origin: "environment" })];
  let refuse = false;
  const sent = serve({
    "GET /api/settings": () => ({ settings: rows }),
    "PUT /api/settings/budget": () =>
      refuse ? refusal("It cannot be.") : { settings: (rows = [setting("budget", { value: 2.5, origin: "file" })]) },
  });
  at("limits");
  const field = await screen.findByLabelText<HTMLInputElement>("A session, in dollars");
  const locked = screen.getByLabelText<HTMLInputElement>("A single call, in dollars");
  expect(locked.readOnly).toBe(true);
  expect(screen.getByText(/MOOT_CALL_BUDGET in the environment of the server/)).toBeTruthy();
  fireEvent.change(field, { target: { value: "much" } });
  fireEvent.blur(field);
  expect((await screen.findByRole("alert")).textContent).toContain("Enter a number");
  expect(field.value).toBe("much");
  fireEvent.change(field, { target: { value: "2,50" } });
  fireEvent.blur(field);
  expect(await screen.findByRole("button", { name: "Reset A session, in dollars" })).toBeTruthy();
  expect(sent.filter(({ method }) => method === "PUT").map(({ body }) => body)).toEqual([{ value: 2.5 }]);
  refuse = true;
  fireEvent.change(field, { target: { value: "3" } });
  fireEvent.blur(field);
  expect((await screen.findByRole("alert")).textContent).toContain("It cannot be.");
  expect(within(document.body).getByLabelText<HTMLInputElement>("A session, in dollars").value).toBe("3");
});
