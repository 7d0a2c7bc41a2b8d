// Does the palette find commands and sessions, act on Enter, and remember what was done, by keyboard alone?
import { act, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { preferences, prefer } from "@/hooks/preferences";
import { useShortcuts } from "@/keyboard/shortcuts";
import { Commands } from "@/pages/palette/Commands";
import { fitOf } from "@/pages/palette/fuzzy";
import { recents } from "@/pages/palette/recents";
import { ROW, served } from "../sessions/served";

beforeEach(() => {
  localStorage.clear();
  vi.stubGlobal("matchMedia", () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const views: string[] = [];
function Page() {
  useShortcuts({ watch: () => views.push("watch") });
  return null;
}

function shown(path = "/", page = <Page />) {
  const { hook, searchHook, history } = memoryLocation({ path, record: true });
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Router hook={hook} searchHook={searchHook}>
        {page}
        <Commands />
      </Router>
    </QueryClientProvider>,
  );
  return history;
}

async function opened(): Promise<HTMLElement> {
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  return screen.findByRole("combobox", { name: "Search sessions and commands" });
}
const type = (field: HTMLElement, value: string): void => {
  fireEvent.change(field, { target: { value } });
};
const options = (): string[] => screen.getAllByRole("option").map((each) => each.textContent ?? "");
const settle = (): Promise<void> => act(() => new Promise<void>((done) => setTimeout(done, 20)));

test("letters typed before the palette is loaded are kept", async () => {
  served([]);
  shown();
  fireEvent.keyDown(document.body, { key: "k", ctrlKey: true });
  type(await screen.findByRole("textbox", { name: "Search sessions and commands" }), "usa");
  expect((await screen.findByRole<HTMLInputElement>("combobox")).value).toBe("usa");
});

test("a page, a setting, a theme and a view are reached by a few letters and Enter, and stand first next time", async () => {
  served([]);
  prefer({ theme: "dark" });
  const history = shown("/s/s-1/council");
  let field = await opened();
  type(field, "set endp");
  expect(options()[0]).toContain("Endpoints");
  fireEvent.keyDown(field, { key: "Enter" });
  await settle();
  expect(history.at(-1)).toBe("/settings/endpoints");
  expect(screen.queryByRole("combobox")).toBeNull();
  field = await opened();
  expect(screen.getByRole("group", { name: "Recent" }).textContent).toContain("Endpoints");
  type(field, "thlight");
  fireEvent.keyDown(field, { key: "Enter" });
  await settle();
  expect(preferences().theme).toBe("light");
  field = await opened();
  type(field, "watch");
  fireEvent.keyDown(field, { key: "Enter" });
  await settle();
  expect(views).toEqual(["watch"]);
  expect(recents()).toEqual(["key:watch", "theme:light", "go:/settings/endpoints"]);
});

test("a session opens by its title, hostile or not; what nothing is called is asked", async () => {
  const hostile = '<img src=x onerror="alert(1)"> water';
  served([{ ...ROW, session: "s-7", title: hostile }]);
  const history = shown();
  let field = await opened();
  type(field, "water");
  const row = await screen.findByRole("option", { name: /^<img/ });
  expect(document.querySelector("img")).toBeNull();
  fireEvent.keyDown(field, { key: "ArrowDown" });
  fireEvent.keyDown(field, { key: "ArrowUp" });
  expect(field.getAttribute("aria-activedescendant")).toBe(row.id);
  fireEvent.keyDown(field, { key: "Enter" });
  await settle();
  expect(history.at(-1)).toBe("/s/s-7");
  field = await opened();
  type(field, "Why are bridges 100% safe & sound?");
  fireEvent.keyDown(field, { key: "ArrowUp" });
  fireEvent.keyDown(field, { key: "Enter" });
  await settle();
  expect(history.at(-1)).toBe("/?q=Why%20are%20bridges%20100%25%20safe%20%26%20sound%3F");
});

test("Escape and the same key close it and give the focus back; a failed command says why", async () => {
  served([], 500);
  shown("/s/s-1/council", <button>Here</button>);
  screen.getByRole("button", { name: "Here" }).focus();
  let field = await opened();
  fireEvent.keyDown(field, { key: "Escape" });
  expect(screen.queryByRole("combobox")).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole("button", { name: "Here" }));
  field = await opened();
  expect(options().some((title) => title.startsWith("Edit this question"))).toBe(true);
  expect(await screen.findByText(/Commands still work/)).toBeTruthy();
  fireEvent.keyDown(field, { key: "k", ctrlKey: true });
  expect(screen.queryByRole("combobox")).toBeNull();
});

test("letters fit in order; a whole word fits better than letters that stand apart, and accents do not matter", () => {
  expect(fitOf("evi", "Evidence")).toBeGreaterThan(fitOf("evi", "Every view"));
  expect(fitOf("cafe", "Le Café")).toBeGreaterThan(0);
  expect(fitOf("dark theme", "Theme: dark")).toBeGreaterThan(0);
  expect(fitOf("xyz", "Endpoints")).toBe(0);
  expect(fitOf("(((", "Endpoints")).toBe(0);
});
