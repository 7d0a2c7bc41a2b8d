// Is what sits by default the first card, named and asked, and is it told whose models are gone?
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import ConvenePage from "@/pages/convene/ConvenePage";
import { council, endpoint, serve, type Sent } from "./server";
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
  await opens("Who");
  const cards = await screen.findAllByRole("radio", { name: /default|demo/ });
  expect(cards[0]).toHaveProperty("checked", true);
  expect(cards[0]?.closest("label")?.textContent).toContain("fine-1, good-2, chair wise-3");
  expect(screen.getByRole("button", { name: /^Who/ }).textContent).toContain("fine-1, good-2");
  expect(screen.queryByText("No model is set up yet")).toBeNull();
  fireEvent.keyDown(await write("Why?"), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  expect(opened(sent)[0]?.body).toMatchObject({
    members: ["router/maker/fine-1:1", "router/other/good-2:1"],
    chair: "router/third/wise-3",
  });
});

test("a council whose models are gone says who sits instead, and where it is changed", async () => {
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
  await opens("Who");
  expect(await screen.findByText("b sits instead of a: R does not list it.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "Edit this council" }).getAttribute("href")).toBe("/settings/councils/old");
});

const row = (model: string, more: object = {}) => ({
  ...{ model, endpoint: "router", speaks: true, scripted: false, priced: true },
  ...{ council: false, unready: "" },
  ...{ input: 0.25, output: 2, context: 128_000, ...more },
});

test("Enter among the models takes who is meant by a short name or by the arrows, and never convenes", async () => {
  const sent = serve({
    "GET /api/councils": {
      ...{ councils: [], default: "", chosen: "", broken: {}, why: "" },
      ...{ sitting: council("", []), refused: null },
    },
    "GET /api/endpoints": { endpoints: [endpoint("router")] },
    "GET /api/models": {
      models: ["router/a/gpt-5.1", "router/a/gpt-5.1-mini", "router/b/claude-5"].map((model) => row(model)),
    },
  });
  show(<ConvenePage />);
  await write("Why?");
  await opens("Who");
  fireEvent.click(screen.getByRole("radio", { name: "Choose members" }));
  const find = screen.getByRole("combobox", { name: "Search models" });
  const enter = (words: string): void => {
    fireEvent.change(find, { target: { value: words } });
    expect(fireEvent.keyDown(find, { key: "Enter" })).toBe(false);
  };
  expect((await screen.findByRole("option", { name: /^a\/gpt-5\.1\s*128 k/ })).textContent).toContain(
    "$0.25 in, $2.00 out",
  );
  enter("gpt-5.1");
  expect(await screen.findByText("router/a/gpt-5.1 was added.")).toBeTruthy();
  enter("gpt");
  expect(await screen.findByText("2 models could be meant: choose one below.")).toBeTruthy();
  fireEvent.keyDown(find, { key: "ArrowDown" });
  fireEvent.keyDown(find, { key: "ArrowDown" });
  expect(find.getAttribute("aria-activedescendant")).toBe(screen.getAllByRole("option")[1]?.id);
  fireEvent.keyDown(find, { key: "Enter" });
  expect(await screen.findByText("router/a/gpt-5.1-mini was added.")).toBeTruthy();
  fireEvent.change(find, { target: { value: "nobody" } });
  fireEvent.keyDown(find, { key: "Enter" });
  expect(await screen.findAllByText("No model is called that.")).toBeTruthy();
  expect(opened(sent)).toHaveLength(0);
});

test("the chair is chosen from 400 models by typing, arrows and Enter, real ones before demo voices", async () => {
  const many = Array.from({ length: 400 }, (_, at) => row(`router/maker/model-${String(at)}`));
  const sent = serve({
    "GET /api/endpoints": { endpoints: [endpoint("router"), endpoint("rehearsal", { scripted: true })] },
    "GET /api/models": { models: [row("rehearsal/ada", { endpoint: "rehearsal", scripted: true }), ...many] },
  });
  show(<ConvenePage />);
  await write("Why?");
  fireEvent.click(screen.getByText("More"));
  const more = document.querySelector("details");
  if (more === null) throw new Error("There is no drawer.");
  more.open = true;
  fireEvent(more, new Event("toggle"));
  const chair = await screen.findByRole("combobox", { name: "Chair" });
  fireEvent.focus(chair);
  expect((await screen.findAllByRole("option")).length).toBe(80);
  expect(screen.getAllByRole("option")[0]?.textContent).toContain("maker/model-0");
  expect(screen.getByText(/^321 more models: type to find them/)).toBeTruthy();
  fireEvent.change(chair, { target: { value: "model-39 maker" } });
  await waitFor(() => {
    expect(screen.getAllByRole("option")).toHaveLength(11);
  });
  fireEvent.keyDown(chair, { key: "ArrowDown" });
  fireEvent.keyDown(chair, { key: "ArrowDown" });
  fireEvent.keyDown(chair, { key: "Enter" });
  expect(chair).toHaveProperty("value", "router/maker/model-390");
  expect(screen.queryByRole("option")).toBeNull();
  fireEvent.keyDown(await box(), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  expect(opened(sent)[0]?.body).toMatchObject({ chair: "router/maker/model-390" });
});

const drawer = async (): Promise<void> => {
  fireEvent.click(screen.getByText("More"));
  const more = document.querySelector("details");
  if (more === null) throw new Error("There is no drawer.");
  more.open = true;
  fireEvent(more, new Event("toggle"));
  await screen.findByRole("combobox", { name: "Stand-ins" });
};

test("stand-ins are chosen from what is set up, in their order, kept in the draft and sent along", async () => {
  const named = council("rehearsal", ["rehearsal/ada", "rehearsal/bo"]);
  const served = {
    "GET /api/endpoints": { endpoints: [endpoint("rehearsal", { scripted: true }), endpoint("router")] },
    "GET /api/models": { models: ["router/a/gpt-5.1", "router/b/claude-5"].map((model) => row(model)) },
    "GET /api/councils": {
      ...{ councils: [named], default: "rehearsal", chosen: "", broken: {}, why: "" },
      sitting: { ...named, seated: { ...named.council, stand_ins: ["rehearsal/gus"] } },
    },
  };
  const sent = serve(served);
  const { unmount } = show(<ConvenePage />);
  await write("Why?");
  await drawer();
  const place = () => screen.getByRole("combobox", { name: "Stand-ins" });
  expect(place().getAttribute("placeholder")).toBe("rehearsal/gus");
  for (const words of ["claude-5", "gpt-5.1"]) {
    fireEvent.focus(place());
    await screen.findAllByRole("option");
    fireEvent.change(place(), { target: { value: words } });
    await waitFor(() => {
      expect(screen.getAllByRole("option")).toHaveLength(1);
    });
    fireEvent.keyDown(place(), { key: "Enter" });
  }
  expect(screen.getByText("1 thing changed")).toBeTruthy();
  unmount();
  show(<ConvenePage />);
  await box();
  await drawer();
  const chosen = await screen.findByRole("list", { name: "Stand-ins" });
  expect([...chosen.querySelectorAll("li")].map((each) => each.textContent)).toEqual([
    expect.stringContaining("claude-5"),
    expect.stringContaining("gpt-5.1"),
  ]);
  fireEvent.keyDown(await box(), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  expect(opened(sent)[0]?.body).toMatchObject({ stand_ins: ["router/b/claude-5", "router/a/gpt-5.1"] });
});

test("who sits without the rest of a council keeps the stand-ins that can be asked", async () => {
  const mixed = council("mixed", ["rehearsal/ada", "rehearsal/bo", "paid/one"]);
  const seated = { ...mixed.council, stand_ins: ["paid/two", "rehearsal/gus"] };
  const whole = { ...mixed, council: seated, seated };
  const sent = serve({
    "GET /api/councils": {
      ...{ councils: [whole], default: "mixed", chosen: "mixed", broken: {}, why: "", sitting: whole },
    },
  });
  show(<ConvenePage />);
  expect(await screen.findByText(/without stand-ins of this council/)).toBeTruthy();
  fireEvent.keyDown(await write("Why?"), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)[0]?.body).toMatchObject({ stand_ins: ["rehearsal/gus"] });
  });
});
