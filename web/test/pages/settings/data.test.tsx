// Do sessions come in as they went out, and can all of them go? Each by itself, told as it goes.
import { fireEvent, screen } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import SettingsPage from "@/pages/settings/SettingsPage";
import { refusal, serve } from "../convene/server";
import { show } from "../convene/page";

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const ABOUT = {
  ...{ version: "1.0", moot_home: "/home/moot", python: "3.11", licences: "/licences.txt" },
  ...{ protocols: ["debate"], schema: 3 },
};
const open = (section: string) => show(<SettingsPage section={section} item={undefined} />, `/settings/${section}`);

test("an export of many sessions comes in session by session; what is refused is named, the rest is there", async () => {
  let imported = 0;
  const sent = serve({
    "GET /api/settings": { settings: [], about: ABOUT },
    "POST /api/sessions/import": () => {
      imported += 1;
      return imported === 2 ? refusal("Line 1 is no event.", 422, "Export it again.") : { session: "s-in" };
    },
  });
  const { history } = open("data");
  const line = (session: string, seq: number): string => JSON.stringify({ session, seq });
  const text = [line("a", 1), line("a", 2), line("b", 1), line("c", 1), ""].join("\n");
  fireEvent.change(await screen.findByLabelText("Transcripts"), {
    target: { files: [new File([text], "all.ndjson")] },
  });
  expect(await screen.findByText("all.ndjson, 2 of 3: Line 1 is no event. Export it again.")).toBeTruthy();
  const texts = sent
    .filter(({ method, path }) => method === "POST" && path === "/api/sessions/import")
    .map(({ body }) => (body as { text: string }).text);
  expect(texts.map((part) => part.trim().split("\n").length)).toEqual([2, 1, 1]);
  expect(history).toEqual(["/settings/data"]);
});

test("all sessions go, page by page, once their name is typed; those that run are told", async () => {
  const rows = (...numbers: number[]) =>
    numbers.map((number) => ({
      session: `s-${String(number)}`,
      number,
      title: "",
      question: `Question ${String(number)}`,
    }));
  const sent = serve({
    "GET /api/settings": { settings: [], about: ABOUT },
    "GET /api/sessions": () => {
      const asked = sent.filter(({ method, path }) => method === "GET" && path === "/api/sessions").length;
      return asked === 1 ? { sessions: rows(4, 3), next: 3 } : { sessions: rows(2, 1), next: null };
    },
    ...Object.fromEntries([4, 2, 1].map((number) => [`DELETE /api/sessions/s-${String(number)}`, null])),
    "DELETE /api/sessions/s-3": refusal("The session runs.", 409, "Stop it first."),
  });
  open("data");
  fireEvent.click(await screen.findByRole("button", { name: "Delete all sessions" }));
  const sure = screen.getAllByRole("button", { name: "Delete all sessions", hidden: true }).at(-1) as HTMLButtonElement;
  expect(sure.disabled).toBe(true);
  fireEvent.change(screen.getByLabelText("Type “all sessions” to go on"), { target: { value: "all sessions" } });
  fireEvent.click(sure);
  expect(await screen.findByText("3 sessions deleted.")).toBeTruthy();
  expect(screen.getByText("1 session is kept:")).toBeTruthy();
  expect(screen.getByText("“Question 3”: The session runs. Stop it first.")).toBeTruthy();
  expect(sent.filter(({ method }) => method === "DELETE").map(({ path }) => path)).toEqual(
    [4, 3, 2, 1].map((number) => `/api/sessions/s-${String(number)}`),
  );
  expect(screen.getByRole("button", { name: "Delete all sessions" })).toBeTruthy();
});
