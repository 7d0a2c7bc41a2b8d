// Is a channel tried from the page, and is it said whether it took the test, or why not?
import { expect, it, vi } from "vitest";
import { fireEvent, render, screen } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Channels } from "@/pages/upkeep/Channels";
import { client } from "@/wire/client";

const HOOK = {
  ...{ name: "hook", kind: "json", url: "https://example.org/…", to: [], key: true, alarms: true },
  messages: [
    { at: "2031-03-04T07:30:00+00:00", subject: "rates: 2 new", state: "dead", tries: 8, why: "It did not answer." },
  ],
};

function drawn(channels: unknown[]): void {
  vi.spyOn(client, "GET").mockResolvedValue({ data: { channels }, response: new Response() } as never);
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Channels bare={false} />
    </QueryClientProvider>,
  );
}

it("says how to add one where there is none", async () => {
  drawn([]);
  expect(await screen.findByText("moot channels add")).toBeTruthy();
});

it("says that a channel took the test and what is sent again, or why it did not", async () => {
  drawn([HOOK]);
  expect(await screen.findByText("given up")).toBeTruthy();
  const post = vi.spyOn(client, "POST").mockResolvedValueOnce({
    data: { channel: "hook", note: "", again: 1 },
    response: new Response(),
  } as never);
  fireEvent.click(screen.getByRole("button", { name: "Send a test" }));
  expect(await screen.findByText("It took the test.")).toBeTruthy();
  expect(screen.getByText(/1 message that was given up is sent again/)).toBeTruthy();
  expect(post).toHaveBeenCalledWith("/api/schedules/channels/{name}/test", { params: { path: { name: "hook" } } });
  post.mockRejectedValueOnce(new TypeError("failed to fetch"));
  fireEvent.click(screen.getByRole("button", { name: "Send a test" }));
  expect(await screen.findByText("not sent")).toBeTruthy();
  expect(screen.queryByText("It took the test.")).toBeNull();
});
