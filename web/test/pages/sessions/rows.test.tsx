// Does a row tell what came of a session, and is it pinned, renamed and deleted where it stands?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { HEADS } from "@/faces/heads";
import SessionsPage from "@/pages/sessions/SessionsPage";
import { looksOfMembers } from "@/playback/looks";
import { around } from "../../mounted";
import { ROW, served } from "./served";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("a row tells the answer, whose came first and where it was asked; it is pinned, renamed and deleted in place", async () => {
  const hostile = '<img src=x onerror="alert(1)">\u202eevil ' + "long".repeat(40);
  const row = { ...ROW, title: hostile, answer: "Yes: it should.", winner: "b/two-mini", source: "terminal" as const };
  const kept = { ...ROW, session: "s-top", number: 0, title: "The pinned one", pinned: true };
  const asked = served([row, kept]);
  const before = fetch;
  const sent: [string, string, unknown][] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method === "GET") return before(request);
    const text = await request.text();
    sent.push([request.method, new URL(request.url).pathname, text === "" ? null : JSON.parse(text)]);
    return request.method === "DELETE" ? new Response(null, { status: 204 }) : Response.json(row);
  });
  render(around(<SessionsPage />, "/sessions?source=terminal"));
  const list = await screen.findByRole("list", { name: "Sessions" });
  await screen.findByText("The pinned one");
  expect(asked[0]).toContain("source=terminal");
  expect(list.querySelectorAll("li a")[0]?.textContent).toBe("The pinned one");
  expect(list.querySelector("img")).toBeNull();
  const line = screen.getByText("Yes: it should.").closest("li");
  expect(line?.textContent).toContain("terminal");
  expect(line?.textContent).toContain("Ranked first: two-mini");
  fireEvent.click(screen.getByRole("button", { name: "Unpin “The pinned one”" }));
  fireEvent.click(screen.getByRole("button", { name: /^Rename “<img/ }));
  fireEvent.change(screen.getByLabelText("New name"), { target: { value: "Water" } });
  fireEvent.click(screen.getByRole("button", { name: "Save" }));
  await waitFor(() => {
    expect(screen.queryByLabelText("New name")).toBeNull();
  });
  fireEvent.click(screen.getByRole("button", { name: /^Delete “<img/ }));
  expect(screen.getByText(/cannot be brought back/)).toBeTruthy();
  expect(sent.some(([method]) => method === "DELETE")).toBe(false);
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  await waitFor(() => {
    expect(sent).toEqual([
      ["PATCH", "/api/sessions/s-top", { pinned: false }],
      ["PATCH", "/api/sessions/s-1", { title: "Water" }],
      ["DELETE", "/api/sessions/s-1", null],
    ]);
  });
});

test("members have the faces they have in the session, no two alike, and names of models are in no language", async () => {
  const members = ["a/one", "b/two", "b/two", "c/three"];
  served([{ ...ROW, members, winner: "b/two" }]);
  render(around(<SessionsPage />));
  const list = await screen.findByRole("list", { name: "Sessions" });
  const names = await within(list).findByText(members.join(", "));
  const faces = [...(names.parentElement?.querySelectorAll<HTMLElement>("[style*='--hue']") ?? [])];
  const seated = looksOfMembers(
    members.map((model, at) => ({ id: `seat-${String(at)}`, model, persona: null, scripted: false })),
  );
  const drawn = faces.map((face) => [
    face.style.getPropertyValue("--hue"),
    face.querySelector("path")?.getAttribute("d"),
  ]);
  expect(drawn).toEqual(seated.map((look) => [String(look.hue), HEADS[look.shape]]));
  expect(new Set(drawn.map(String)).size).toBe(members.length);
  for (const words of [members.join(", "), "two"])
    expect(within(list).getByText(words).closest("[lang]")?.getAttribute("lang")).toBe("");
});
