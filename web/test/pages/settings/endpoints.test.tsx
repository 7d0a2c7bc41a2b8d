// Is every change to an endpoint kept, whatever is changed close to it, and can a price be told of what was free?
import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import SettingsPage from "@/pages/settings/SettingsPage";
import type { EndpointFull } from "@/wire/types";
import { endpoint, serve, type Sent } from "../convene/server";
import { show } from "../convene/page";

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const puts = (sent: readonly Sent[]): unknown[] =>
  sent.filter(({ method }) => method === "PUT").map(({ body }) => body);
const enter = (label: string, text: string): HTMLInputElement => {
  const field = screen.getByLabelText<HTMLInputElement>(label);
  fireEvent.change(field, { target: { value: text } });
  return field;
};

/** A server that keeps what it is sent, and answers when it is let. */
function keeping(first: EndpointFull) {
  let row = first;
  const waits: (() => void)[] = [];
  const sent = serve({ "GET /api/endpoints": () => ({ endpoints: [row] }) });
  const answer = fetch;
  vi.stubGlobal("fetch", async (request: Request) => {
    if (request.method !== "PUT") return answer(request);
    const body = (await request.clone().json()) as Partial<EndpointFull>;
    await answer(request);
    await new Promise<void>((done) => waits.push(done));
    row = { ...row, ...body };
    return Response.json(row);
  });
  return {
    sent,
    /** Lets the oldest open change be answered. */
    answer: async () => {
      await waitFor(() => {
        expect(waits.length).toBeGreaterThan(0);
      });
      await act(async () => {
        waits.shift()?.();
        await new Promise((done) => setTimeout(done, 30));
      });
    },
  };
}

test("two fields left one after the other are both kept, and what is typed meanwhile stays", async () => {
  const server = keeping(endpoint("paid", { title: "Paid Models", url: "https://paid.example/v1", concurrency: 4 }));
  show(<SettingsPage section="endpoints" item="paid" />, "/settings/endpoints");
  await screen.findByLabelText("Title");
  fireEvent.blur(enter("Title", "Mine"));
  fireEvent.blur(enter("Address", "https://other.example/v1"));
  const still = enter("Calls at once", "7");
  await server.answer();
  expect(still.value).toBe("7");
  await server.answer();
  expect(puts(server.sent)).toEqual([
    expect.objectContaining({ title: "Mine", url: "https://paid.example/v1" }),
    expect.objectContaining({ title: "Mine", url: "https://other.example/v1" }),
  ]);
  expect(still.value).toBe("7");
  fireEvent.blur(still);
  await server.answer();
  expect(puts(server.sent).at(-1)).toMatchObject({ title: "Mine", url: "https://other.example/v1", concurrency: 7 });
});

test("what was typed anew in a field while it was being kept is not lost, and is kept in its turn", async () => {
  const server = keeping(endpoint("paid", { title: "Paid Models" }));
  show(<SettingsPage section="endpoints" item="paid" />, "/settings/endpoints");
  await screen.findByLabelText("Title");
  fireEvent.blur(enter("Title", "Mine"));
  await waitFor(() => {
    expect(puts(server.sent)).toHaveLength(1);
  });
  const title = enter("Title", "Paid Models");
  fireEvent.blur(title);
  await server.answer();
  expect(title.value).toBe("Paid Models");
  await server.answer();
  expect(puts(server.sent).at(-1)).toMatchObject({ title: "Paid Models" });
});
