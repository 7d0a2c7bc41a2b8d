// Is the price of a follow-up told before it is sent, with who cannot be asked, and is too small a budget refused there?
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { SteeringContext } from "@/hooks/steering";
import type { Logged } from "@/playback/log";
import { FollowUp } from "@/views/council/FollowUp";
import type { EventOf } from "@/wire/types";
import { golden } from "../../golden";
import { around, opened, shown } from "../../mounted";

afterEach(() => {
  vi.unstubAllGlobals();
});

const ROW = {
  ...{
    calls: 7,
    dollars: 0.41,
    typical: 0.03,
    least: 0.05,
    least_because: "",
    lacking: "",
    lacking_of: "",
    basis: "from a table",
  },
  ...{
    unknown: [],
    presumed: [],
    presumed_dollars: 0,
    stages: [],
    tokens: 0,
    seconds: null,
    untimed: [],
    council: "",
    why: "",
  },
  ...{ members: [], notes: [], unready: ["paid/a cannot be asked: no key (PAID_KEY)."] },
};

test("it is estimated as it will be sent, and refused below the smallest budget", async () => {
  const events = structuredClone(golden("peer-review-own.jsonl")) as Logged[];
  Object.assign((events[0] as EventOf<"SessionOpened">).body, { cap: 10_000_000 });
  const sent: { path: string; body: Record<string, unknown> }[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "GET") return Response.json({ endpoints: [] });
    sent.push({ path, body: (await request.json()) as Record<string, unknown> });
    return path === "/api/estimate" ? Response.json(ROW) : Response.json({ session: "next" });
  });
  const player = await opened(events);
  shown(
    player,
    around(
      <SteeringContext value={{ id: "x", base: "/s/x" }}>
        <FollowUp />
      </SteeringContext>,
    ),
  );
  expect(sent).toEqual([]); // nothing is asked before anything is written
  fireEvent.change(screen.getByRole("textbox"), { target: { value: "And if it rains?" } });
  expect(await screen.findByText("About $0.03, limit $0.41")).toBeTruthy();
  expect(screen.getByText(/paid\/a cannot be asked/)).toBeTruthy();
  const { session } = player.log.head;
  await waitFor(() => {
    const priced = sent.at(-1)?.body;
    expect(priced).toMatchObject({ question: "And if it rains?", follows: session, budget: 0.01 });
    expect(priced).not.toHaveProperty("conversation");
  });

  const told = /A budget of \$0\.01 is too small: this takes at least \$0\.05/;
  expect(await screen.findByText(told)).toBeTruthy();
  const ask = screen.getByRole<HTMLButtonElement>("button", { name: "Ask" });
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
  expect(document.activeElement?.textContent).toMatch(told);
  fireEvent.click(ask);
  fireEvent.click(screen.getByRole("button", { name: "Set the budget to $0.05" }));
  await waitFor(() => {
    expect(sent.filter(({ path }) => path === "/api/estimate").at(-1)?.body).toMatchObject({ budget: 0.05 });
  });
  expect(sent.some(({ path }) => path === "/api/sessions")).toBe(false);
  fireEvent.click(ask);
  await waitFor(() => {
    expect(sent.find(({ path }) => path === "/api/sessions")?.body).toMatchObject({ follows: session, budget: 0.05 });
  });
  player.dispose();
});
