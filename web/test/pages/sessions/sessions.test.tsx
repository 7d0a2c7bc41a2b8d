// Does the list of sessions find, choose and tell what it holds, and are files taken apart as they were put together?
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { act, fireEvent, render, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { Router } from "wouter";
import { memoryLocation } from "wouter/memory-location";
import { agoWords, dayTitle } from "@/hooks/sessions";
import { costText } from "@/pages/session/figures";
import { costWords } from "@/councils/words";
import SessionsPage from "@/pages/sessions/SessionsPage";
import { transcripts } from "@/share/files";
import { LateSessions } from "@/shell/LateSessions";
import { around } from "../../mounted";
import { ROW, served, talkOf } from "./served";

afterEach(() => {
  vi.unstubAllGlobals();
});

test("forks, the questions of a run and degraded results are marked", async () => {
  served([
    { ...ROW, session: "s-run", door: "run", fork_of: null, question: "Asked by a run?" },
    { ...ROW, session: "s-fork", fork_of: "s-run", question: "Branched off?", degraded: 2 },
  ]);
  render(around(<SessionsPage />, "/sessions"));
  const row = async (question: string): Promise<string> =>
    (await screen.findByRole("link", { name: question })).closest("li")?.textContent ?? "";
  expect(await row("Asked by a run?")).toMatch(/Debate demo, run/);
  expect(await row("Asked by a run?")).not.toMatch(/fork/);
  expect(await row("Branched off?")).toMatch(/Debate demo, API fork of s-run/);
  expect(await row("Branched off?")).toMatch(/verdict, degraded/);
  expect(await row("Asked by a run?")).not.toMatch(/degraded/);
});

test("sessions of studies are left out until they are wanted or searched for, and lead to their study", async () => {
  const asked = served([{ ...ROW, door: "study", study: "abcd", question: "Of a study?" }], 200, true);
  render(around(<SessionsPage />, "/sessions"));
  expect((await screen.findByRole("link", { name: "studies" })).getAttribute("href")).toBe("/studies");
  expect(asked.at(-1)).toContain("studies=false");
  fireEvent.click(screen.getByRole("button", { name: "List them, too" }));
  await waitFor(() => {
    expect(asked.at(-1)).not.toContain("studies=");
  });
  expect(await screen.findByRole("button", { name: "Leave them out" })).toBeTruthy();
  expect((await screen.findByRole("link", { name: "study" })).getAttribute("href")).toBe("/studies/abcd");
});

test("a search by words leaves no session out", async () => {
  const asked = served([ROW]);
  render(around(<SessionsPage />, "/sessions?q=water"));
  await waitFor(() => {
    expect(asked[0]).toContain("q=water");
  });
  expect(asked[0]).not.toContain("studies=");
});

test("rows show state, question, members, verdict and cost; a search stands in the address", async () => {
  const asked = served([ROW, { ...ROW, session: "s-2", state: "failed", title: "Water", protocol: "consensus" }]);
  render(around(<SessionsPage />, "/sessions?q=water&state=failed&protocol=debate"));
  expect(await screen.findByText("Water")).toBeTruthy();
  expect(asked[0]).toContain("q=water");
  expect(asked[0]).toContain("state=failed");
  expect(asked[0]).toContain("protocol=debate");
  fireEvent.change(screen.getByLabelText("Protocol"), { target: { value: "consensus" } });
  await waitFor(() => {
    expect(asked.at(-1)).toContain("protocol=consensus");
  });
  expect(screen.getAllByText("$0.0042").length).toBe(2);
  expect(screen.getByRole("button", { name: "failed", pressed: true })).toBeTruthy();
  expect(screen.getAllByText("a/one, b/two").length).toBe(2);
});

test("what is chosen is deleted after a question, and what cannot go is named", async () => {
  const asked = served([ROW, { ...ROW, session: "s-2", title: "The busy one" }]);
  const before = fetch;
  const gone: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    if (request.method !== "DELETE") return before(request);
    const { pathname } = new URL(request.url);
    gone.push(pathname);
    return Promise.resolve(
      pathname.endsWith("s-2")
        ? Response.json(
            { error: { code: "session_busy", message: "It runs.", remedy: "Stop it first." } },
            { status: 409 },
          )
        : new Response(null, { status: 204 }),
    );
  });
  render(around(<SessionsPage />, "/sessions"));
  fireEvent.click(await screen.findByLabelText("Select all"));
  expect(screen.getByText("2 selected")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  expect(screen.getByText("Delete these 2 conversations?")).toBeTruthy();
  expect(screen.getByText(/cannot be brought back/)).toBeTruthy();
  expect(gone).toEqual([]);
  const lists = asked.length;
  fireEvent.click(screen.getByRole("button", { name: "Delete these 2 conversations" }));
  expect(await screen.findByText("“The busy one”: It runs. Stop it first.")).toBeTruthy();
  expect(gone).toEqual(["/api/sessions/s-1", "/api/sessions/s-2"]);
  expect(asked.length).toBeGreaterThan(lists);
});

test("a conversation is one row, with its questions inside; it is named and deleted as a whole", async () => {
  const turns = ["Should owls be counted?", "And at dusk?", "And in winter?"].map((question, at) => ({
    ...ROW,
    session: `s-${String(at)}`,
    conversation: "c-1",
    question,
  }));
  const talk = { ...(talkOf(turns[2] ?? ROW) as object), conversation: "c-1", title: "Owls", turns: 3 };
  const asked: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (searchParams.get("pinned") === "true") return Promise.resolve(Response.json({ conversations: [], next: null }));
    asked.push(`${request.method} ${pathname}`);
    if (request.method === "DELETE") return Promise.resolve(new Response(null, { status: 204 }));
    return Promise.resolve(
      Response.json(
        pathname === "/api/threads"
          ? { conversations: [talk], next: null }
          : pathname === "/api/threads/c-1"
            ? { conversation: {}, sessions: turns }
            : { protocols: [] },
      ),
    );
  });
  render(around(<SessionsPage />, "/sessions"));
  expect((await screen.findByRole("link", { name: "Owls" })).getAttribute("href")).toBe("/c/c-1/s-2");
  expect(screen.queryByText("And at dusk?")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "3 questions" }));
  const links = await screen.findAllByRole("link", { name: /owls be counted|dusk|winter/ });
  expect(links.map((link) => link.getAttribute("href"))).toEqual(["/c/c-1/s-0", "/c/c-1/s-1", "/c/c-1/s-2"]);
  fireEvent.click(screen.getByLabelText("Select all"));
  fireEvent.click(screen.getByRole("button", { name: "Delete" }));
  fireEvent.click(screen.getByRole("button", { name: "Delete this conversation" }));
  await waitFor(() => {
    expect(asked).toContain("DELETE /api/threads/c-1");
  });
  expect(asked.filter((each) => each.startsWith("DELETE"))).toEqual(["DELETE /api/threads/c-1"]);
});

test("a search from elsewhere is shown, and is not overwritten by what stood in the box", async () => {
  served([ROW]);
  const { hook, searchHook, history, navigate } = memoryLocation({ path: "/sessions?q=water", record: true });
  const page = (
    <QueryClientProvider client={new QueryClient()}>
      <Router hook={hook} searchHook={searchHook}>
        <SessionsPage />
      </Router>
    </QueryClientProvider>
  );
  render(page);
  const box = await screen.findByRole<HTMLInputElement>("searchbox");
  fireEvent.change(box, { target: { value: "fire" } });
  await waitFor(() => {
    expect(history.at(-1)).toBe("/sessions?q=fire");
  });
  for (const [address, words] of [
    ["/sessions?q=earth", "earth"],
    ["/sessions", ""],
    ["/sessions?q=fire", "fire"],
  ] as const) {
    act(() => {
      navigate(address);
    });
    expect(box.value).toBe(words);
    await act(() => new Promise((done) => setTimeout(done, 300)));
    expect(history.at(-1)).toBe(address);
  }
});

test("with nothing there it says so, and how to begin; when it goes wrong, what to do", async () => {
  served([]);
  const page = render(around(<SessionsPage />, "/sessions"));
  expect(await screen.findByText("No council has met yet.")).toBeTruthy();
  page.unmount();
  served([], 409);
  render(around(<SessionsPage />, "/sessions"));
  expect(await screen.findByText("No.")).toBeTruthy();
  expect(screen.getByText("Wait.")).toBeTruthy();
});

test("the rail groups by day and marks how each stands", async () => {
  const before = new Date(Date.now() - 86_400_000 * 1.2).toISOString();
  served([
    { ...ROW, state: "running" },
    { ...ROW, session: "s-2", created: before },
  ]);
  render(around(<LateSessions q="" />));
  expect(await screen.findByText("Today")).toBeTruthy();
  expect(screen.getByText("in session")).toBeTruthy();
  expect(screen.getAllByRole("listitem").length).toBe(2);
  expect(screen.getByRole("link", { name: "All sessions" }).getAttribute("href")).toBe("/sessions");
});

test("days and times are told in few words", () => {
  const now = new Date(2026, 10, 21, 15, 0);
  const at = (days: number, hours = 12): string => new Date(2026, 10, 21 - days, hours, 0).toISOString();
  expect([dayTitle(at(0), now), dayTitle(at(1), now)]).toEqual(["Today", "Yesterday"]);
  expect(dayTitle(at(400), now)).toMatch(/2025/);
  expect([agoWords(now.toISOString(), now), agoWords(at(0, 13), now)]).toEqual(["now", "2 h"]);
});

test("costs are told in cents below ten, and never as nothing when unknown", () => {
  expect(costWords({ cost: 0, at_most: 0, unknown: 0 })).toBe("free");
  expect(costWords({ cost: 0, at_most: 0, unknown: 2 })).toBe("unknown");
  expect(costWords({ cost: 0.004, at_most: 0, unknown: 0 })).toBe("$0.0040");
  expect(costWords({ cost: 1.5, at_most: 0, unknown: 1 })).toBe("≥ $1.50");
});

test("what nobody tells the price of is at most, in a list and in the header", () => {
  expect(costWords({ cost: 0.0123, at_most: 7.77, unknown: 0 })).toBe("≤ $7.78");
  expect(costText(12_300_000, 7_770_000_000, true)).toBe("$0.0123 (at most $7.78)");
  expect(costText(0, 7_770_000_000, true)).toBe("at most $7.77");
});

test("an archive is taken apart by session; a broken line stays where it is", () => {
  const line = (session: string, seq: number): string => JSON.stringify({ session, seq });
  const parts = transcripts([line("a", 1), "{broken", line("a", 2), line("b", 1), ""].join("\n"));
  expect(parts.map((part) => part.trim().split("\n").length)).toEqual([3, 1]);
  expect(parts[0]).toContain("{broken");
});
