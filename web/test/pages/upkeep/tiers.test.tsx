// Does the page say that nothing was calibrated only once it is known?
import { expect, it, vi } from "vitest";
import { render, screen } from "@testing-library/react";
import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { Tiers } from "@/pages/upkeep/Tiers";
import { client } from "@/wire/client";

const REPORT = { councils: [] } as unknown as Parameters<typeof Tiers>[0]["report"];
const NEVER = /never calibrated here/;

function drawn(): void {
  render(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Tiers report={REPORT} />
    </QueryClientProvider>,
  );
}

it("says nothing of calibrations before they have come", async () => {
  let answer: (given: unknown) => void = () => undefined;
  vi.spyOn(client, "GET").mockReturnValue(
    new Promise((resolve) => {
      answer = resolve;
    }) as never,
  );
  drawn();
  expect(screen.queryByText(NEVER)).toBeNull();
  expect(screen.getByRole("status").getAttribute("aria-busy")).toBe("true");
  answer({ data: { calibrations: [] }, response: new Response() });
  expect(await screen.findByText(NEVER)).toBeTruthy();
});

it("says what went wrong where they could not be had", async () => {
  vi.spyOn(client, "GET").mockRejectedValue(new TypeError("failed to fetch"));
  drawn();
  expect(await screen.findByRole("alert")).toBeTruthy();
  expect(screen.queryByText(NEVER)).toBeNull();
});
