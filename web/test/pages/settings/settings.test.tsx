// Is what is set kept, is a key never shown, and does nothing go lost or away without being asked?
import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { preferences, prefer } from "@/hooks/preferences";
import SettingsPage from "@/pages/settings/SettingsPage";
import { council, endpoint, refusal, serve } from "../convene/server";
import { show } from "../convene/page";

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const at = (section?: string, item?: string) =>
  show(<SettingsPage section={section} item={item} />, `/settings/${section ?? ""}`);

test("every section has an address, and one that is not there says so", async () => {
  serve({
    "GET /api/settings": {
      settings: [],
      about: {
        ...{ version: "1.0", moot_home: "/home/moot", python: "3.11", licences: "/licences.txt" },
        ...{ protocols: ["debate"], schema: 3 },
      },
    },
  });
  for (const section of [
    "endpoints",
    "councils",
    "rubrics",
    "searchers",
    "limits",
    "appearance",
    "data",
    "about",
    "nowhere",
  ]) {
    const { unmount } = at(section);
    const shown = section === "nowhere" ? /no such section/ : new RegExp(section, "i");
    expect(await screen.findByRole("heading", { level: 2, name: shown })).toBeTruthy();
    unmount();
  }
});

test("a key goes in and is nowhere afterwards; its last four are shown", async () => {
  const kept = endpoint("paid", { title: "Paid Models" });
  let row = endpoint("paid", { key: { needed: true, where: "", variable: "PAID_KEY", last: "" } });
  const sent = serve({
    "GET /api/endpoints": () => ({ endpoints: [row] }),
    "PUT /api/endpoints/paid": () => (row = kept),
  });
  at("endpoints", "paid");
  const field = await screen.findByLabelText<HTMLInputElement>("Key");
  expect(field.type).toBe("password");
  fireEvent.change(field, { target: { value: "sk-very-secret-wxyz" } });
  fireEvent.click(screen.getByRole("button", { name: "Keep it" }));
  expect(await screen.findByText("Key …wxyz, kept by Moot.")).toBeTruthy();
  expect(sent.find(({ method }) => method === "PUT")?.body).toEqual({ key: "sk-very-secret-wxyz" });
  expect(document.body.outerHTML).not.toContain("very-secret");
  expect(JSON.stringify({ ...localStorage })).not.toContain("very-secret");
});

test("an endpoint that costs nothing can be told otherwise, and another field is kept without a price", async () => {
  let row = endpoint("local", { free: true });
  const sent = serve({
    "GET /api/endpoints": () => ({ endpoints: [row] }),
    "PUT /api/endpoints/local": () => (row = { ...row, free: false }),
  });
  at("endpoints", "local");
  fireEvent.click(await screen.findByRole("switch", { name: "It costs nothing" }));
  await screen.findByLabelText(/tokens read/);
  const title = screen.getByLabelText("Title");
  fireEvent.change(title, { target: { value: "Ours" } });
  fireEvent.blur(title);
  await waitFor(() => {
    const kept = sent.filter(({ method }) => method === "PUT").map(({ body }) => body);
    expect(kept).toEqual([expect.objectContaining({ free: false }), expect.objectContaining({ title: "Ours" })]);
    expect(kept[1]).not.toHaveProperty("free");
  });
});

test("a field is kept when it is left, with the rest of its row; a refusal stands at the field and keeps the input", async () => {
  const row = endpoint("paid", { title: "Paid Models", concurrency: 4 });
  let refuse = false;
  const sent = serve({
    "GET /api/endpoints": { endpoints: [row] },
    "PUT /api/endpoints/paid": () => (refuse ? refusal("That address is not allowed.") : { ...row, title: "Mine" }),
  });
  at("endpoints", "paid");
  const title = await screen.findByLabelText("Title");
  fireEvent.change(title, { target: { value: "Mine" } });
  fireEvent.blur(title);
  expect(await screen.findByText("Saved")).toBeTruthy();
  expect(sent.find(({ method }) => method === "PUT")?.body).toMatchObject({ title: "Mine", concurrency: 4 });
  refuse = true;
  const address = screen.getByLabelText<HTMLInputElement>("Address");
  fireEvent.change(address, { target: { value: "http://10.0.0.1" } });
  fireEvent.blur(address);
  await waitFor(() => {
    expect(address.getAttribute("aria-invalid")).toBe("true");
  });
  expect(address.value).toBe("http://10.0.0.1");
  expect(document.activeElement).toBe(address);
});

test("members are moved by buttons, and a council is sent in their order", async () => {
  const row = { ...council("mine", ["rehearsal/ada", "rehearsal/bo:2"]), layer: "user" };
  const sent = serve({
    "GET /api/councils": { councils: [row], default: "mine", why: "" },
    "PUT /api/councils/mine": row,
  });
  at("councils", "mine");
  fireEvent.click(await screen.findByRole("button", { name: "Move rehearsal/bo up" }));
  expect(screen.getByText("rehearsal/bo is now number 1 of 2.")).toBeTruthy();
  const first = screen.getAllByRole("listitem").find((item) => item.textContent.includes("rehearsal/bo"));
  if (first === undefined) throw new Error("bo is gone");
  fireEvent.click(within(first).getByRole("button", { name: "One seat more" }));
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(sent.find(({ method }) => method === "PUT")?.body).toMatchObject({
      members: ["rehearsal/bo:3", "rehearsal/ada"],
    });
  });
});

test("leaving with something unsaved asks first, and staying keeps it", async () => {
  const row = { ...council("mine", ["rehearsal/ada", "rehearsal/bo"]), layer: "user" };
  serve({ "GET /api/councils": { councils: [row], default: "mine", why: "" } });
  const { history } = at("councils", "mine");
  const title = await screen.findByLabelText<HTMLInputElement>("What it is for");
  fireEvent.change(title, { target: { value: "Another" } });
  fireEvent.click(screen.getByRole("link", { name: "Searchers" }));
  expect(screen.getByRole("heading", { name: "Leave without saving?", hidden: true })).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancel", hidden: true }));
  expect(title.value).toBe("Another");
  expect(history).toEqual(["/settings/councils"]);
});

test("a council is deleted by name, after a question", async () => {
  const row = { ...council("mine", ["rehearsal/ada", "rehearsal/bo"]), layer: "user" };
  const sent = serve({
    "GET /api/councils": { councils: [row], default: "mine", why: "" },
    "DELETE /api/councils/mine": null,
  });
  const { history } = at("councils", "mine");
  fireEvent.click(await screen.findByRole("button", { name: "Delete" }));
  expect(sent.some(({ method }) => method === "DELETE")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Delete mine", hidden: true }));
  await waitFor(() => {
    expect(history?.at(-1)).toBe("/settings/councils");
  });
  expect(sent.some(({ method }) => method === "PUT")).toBe(false);
});

test("appearance is kept in the browser and shown at once", () => {
  serve();
  at("appearance");
  fireEvent.click(screen.getByRole("radio", { name: "Light" }));
  expect(document.documentElement.dataset["theme"]).toBe("light");
  fireEvent.click(screen.getByRole("switch", { name: "Single letters are shortcuts" }));
  expect(preferences().letters).toBe(false);
  expect(localStorage.getItem("moot.preferences")).toContain("light");
  prefer({ theme: "system", letters: true });
});
