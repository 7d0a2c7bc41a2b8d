// Does anything that leads away ask first while something is unsaved, and nothing once it is saved?
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { QueryClientProvider } from "@tanstack/react-query";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { aroundNav } from "@/hooks/leaving";
import { queries } from "@/hooks/queries";
import { Everywhere } from "@/keyboard/Everywhere";
import SettingsPage from "@/pages/settings/SettingsPage";
import { council, protocol, serve } from "../convene/server";
import { show } from "../convene/page";

beforeEach(() => {
  localStorage.clear();
  queries.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const row = { ...council("mine", ["rehearsal/ada", "rehearsal/bo"]), layer: "user" };
const COUNCILS = { "GET /api/councils": { councils: [row], default: "mine", why: "" } };
const asked = (): boolean => screen.queryByRole("heading", { name: "Leave without saving?", hidden: true }) !== null;
const press = (name: string): void => {
  fireEvent.click(screen.getByRole("button", { name, hidden: true }));
};
async function written(): Promise<HTMLInputElement> {
  const title = await screen.findByLabelText<HTMLInputElement>("What it is for");
  fireEvent.change(title, { target: { value: "Another" } });
  return title;
}

test("a shortcut that leads away asks first; leaving goes where it led", async () => {
  serve(COUNCILS);
  const { history } = show(
    <>
      <SettingsPage section="councils" item="mine" />
      <Everywhere />
    </>,
    "/settings/councils/mine",
  );
  const title = await written();
  fireEvent.keyDown(document.body, { key: "o", ctrlKey: true, shiftKey: true });
  expect(asked()).toBe(true);
  expect(history).toHaveLength(1);
  press("Cancel");
  expect([asked(), title.value]).toEqual([false, "Another"]);
  fireEvent.keyDown(document.body, { key: "o", ctrlKey: true, shiftKey: true });
  press("Leave");
  await waitFor(() => {
    expect(history?.at(-1)).toBe("/");
  });
});

test("going back asks first, with the page and its address as they were", async () => {
  serve(COUNCILS);
  history.replaceState(null, "", "/settings/councils/mine");
  const page = render(
    <QueryClientProvider client={queries}>
      <Router aroundNav={aroundNav}>
        <SettingsPage section="councils" item="mine" />
      </Router>
    </QueryClientProvider>,
  );
  const title = await written();
  History.prototype.replaceState.call(history, null, "", "/sessions"); // as the browser does, unheard
  act(() => {
    dispatchEvent(new PopStateEvent("popstate"));
  });
  expect([asked(), location.pathname, title.value]).toEqual([true, "/settings/councils/mine", "Another"]);
  const back = vi.spyOn(history, "back").mockImplementation(() => undefined);
  press("Leave");
  expect(back).toHaveBeenCalledOnce();
  page.unmount();
});

test("what was just saved may be left: the page goes on by itself, unasked", async () => {
  const copy = { ...council("mine-2", ["rehearsal/ada"]), layer: "user" };
  serve({ ...COUNCILS, "PUT /api/councils/mine-2": copy });
  history.replaceState(null, "", "/settings/councils/-new?like=mine");
  const { history: gone } = show(<SettingsPage section="councils" item="-new" />, "/settings/councils/-new");
  await written();
  press("Keep this council");
  await waitFor(() => {
    expect(gone?.at(-1)).toBe("/settings/councils/mine-2");
  });
  expect(asked()).toBe(false);
});

test("options that a fault has opened stay open while a number is being typed", async () => {
  const options = {
    type: "object",
    properties: { threshold: { type: "number", exclusiveMinimum: 0, maximum: 1, default: 0.8, description: "" } },
  };
  serve({
    ...COUNCILS,
    "GET /api/protocols": { protocols: [protocol("peer-review", { options: options as never })] },
  });
  show(<SettingsPage section="councils" item="mine" />, "/settings/councils/mine");
  const field = await screen.findByLabelText<HTMLInputElement>("Threshold");
  const folded = field.closest("details");
  expect(folded?.open).toBe(false);
  for (const text of ["0", "0.", "0.5"]) {
    fireEvent.change(field, { target: { value: text } });
    expect(folded?.open, text).toBe(true);
  }
  expect(field.value).toBe("0.5");
});
