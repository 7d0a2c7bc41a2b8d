// Is what sits by default the first card, named and asked, and is it told whose models are gone?
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ConvenePage from "@/pages/convene/ConvenePage";
import { council, endpoint, serve, type Sent } from "./server";
import { show } from "./page";

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const box = (): Promise<HTMLTextAreaElement> =>
  screen.findByRole<HTMLTextAreaElement>("textbox", { name: /should the council settle/ });
const opened = (sent: Sent[]): Sent[] =>
  sent.filter(({ method, path }) => method === "POST" && path === "/api/sessions");
const write = async (text: string): Promise<HTMLTextAreaElement> => {
  const place = await box();
  fireEvent.change(place, { target: { value: text } });
  return place;
};

test("what Moot puts together is the first card, chosen, with its models' names, and is what is asked", async () => {
  const made = council("", ["router/maker/fine-1", "router/other/good-2"]);
  const seated = { ...made.council, title: "", chair: "router/third/wise-3" };
  const sent = serve({
    "GET /api/councils": {
      councils: [council("rehearsal", ["rehearsal/ada", "rehearsal/bo"])],
      ...{ default: "", chosen: "", broken: {}, why: "Chosen from 400 models." },
      sitting: { ...made, layer: "", council: seated, seated },
    },
    "GET /api/endpoints": { endpoints: [endpoint("router"), endpoint("rehearsal", { scripted: true })] },
  });
  show(<ConvenePage />);
  const cards = await screen.findAllByRole("radio", { name: /sits by default|demo/ });
  expect(cards[0]).toHaveProperty("checked", true);
  expect(screen.getByText(/fine-1, good-2/).textContent).toContain("chair wise-3");
  expect(screen.queryByRole("button", { name: "Watch the demo" })).toBeNull();
  fireEvent.keyDown(await write("Why?"), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  expect(opened(sent)[0]?.body).toMatchObject({
    members: ["router/maker/fine-1:1", "router/other/good-2:1"],
    chair: "router/third/wise-3",
  });
});

test("a council whose models are gone says who sits instead, and where it is mended", async () => {
  const old = council("old", ["rehearsal/ada", "rehearsal/bo"]);
  const row = { ...old, notes: ["b sits instead of a: R does not list it."], troubles: ["r/c: R does not list it."] };
  serve({
    "GET /api/councils": {
      ...{
        councils: [row],
        default: "old",
        chosen: "old",
        sitting: row,
        broken: {},
        why: "Your default council 'old'.",
      },
    },
  });
  show(<ConvenePage />);
  expect(await screen.findByText("b sits instead of a: R does not list it.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Mend this council" }).getAttribute("href")).toBe("/settings/councils/old");
});

test("Enter among the models takes who is meant by a short name, and never convenes", async () => {
  const row = (model: string) => ({ model, endpoint: "router", speaks: true, scripted: false, priced: true });
  const sent = serve({
    "GET /api/councils": { councils: [], default: "", chosen: "", broken: {}, why: "", sitting: council("", []) },
    "GET /api/endpoints": { endpoints: [endpoint("router")] },
    "GET /api/models": { models: ["router/a/gpt-5.1", "router/a/gpt-5.1-mini", "router/b/claude-5"].map(row) },
  });
  show(<ConvenePage />);
  await write("Why?");
  fireEvent.click(screen.getByRole("radio", { name: "Choose members" }));
  const find = screen.getByRole("searchbox", { name: "Search models" });
  const enter = (words: string): void => {
    fireEvent.change(find, { target: { value: words } });
    expect(fireEvent.keyDown(find, { key: "Enter" })).toBe(false);
  };
  await screen.findByText("a/gpt-5.1");
  enter("gpt-5.1");
  expect(await screen.findByText("router/a/gpt-5.1 sits.")).toBeTruthy();
  enter("gpt");
  expect(await screen.findByText("2 models could be meant: choose one below.")).toBeTruthy();
  fireEvent.change(find, { target: { value: "nobody" } });
  fireEvent.keyDown(find, { key: "Enter" });
  expect(await screen.findAllByText("No model is called that.")).toBeTruthy();
  expect(opened(sent)).toHaveLength(0);
});
