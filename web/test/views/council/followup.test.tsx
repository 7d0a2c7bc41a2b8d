// Does the chair alone answer a follow-up unless the council is asked again? Is the price of both told before either is sent,
// with who cannot be asked, and is too small a budget refused there?
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

/** What the chair alone takes. */
const ALONE = { ...ROW, calls: 1, dollars: 0.04, typical: 0.01, least: 0.02, unready: [] };

interface Sent {
  path: string;
  body: Record<string, unknown>;
}

/** The composer at the end of a session with this budget, and what it sends. */
async function composed(change: Partial<EventOf<"SessionOpened">["body"]>, of = "peer-review-own.jsonl") {
  const events = structuredClone(golden(of)) as Logged[];
  Object.assign((events[0] as EventOf<"SessionOpened">).body, change);
  const sent: Sent[] = [];
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "GET") return Response.json({ endpoints: [] });
    const body = (await request.json()) as Record<string, unknown>;
    sent.push({ path, body });
    if (path !== "/api/estimate") return Response.json({ session: "next" });
    return Response.json(body["protocol"] === "reply" ? ALONE : ROW);
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
  return { player, sent, begun: () => sent.filter(({ path }) => path === "/api/sessions").map(({ body }) => body) };
}

test("both are estimated as they will be sent, and refused below the smallest budget", async () => {
  const { player, sent, begun } = await composed({ cap: 10_000_000 });
  expect(await screen.findByText("About $0.01, limit $0.04")).toBeTruthy();
  expect(await screen.findByText("About $0.03, limit $0.41")).toBeTruthy();
  expect(screen.getByText(/paid\/a cannot be asked/)).toBeTruthy();
  const { session, protocol } = player.log.head;
  for (const way of ["reply", protocol]) {
    const priced = sent.find(({ body }) => body["protocol"] === way)?.body;
    expect(priced).toMatchObject({ question: "And if it rains?", follows: session, budget: 0.01 });
    expect(priced).not.toHaveProperty("conversation");
  }

  const alone = /A budget of \$0\.01 is too small: this takes at least \$0\.02/;
  const council = /A budget of \$0\.01 is too small: this takes at least \$0\.05/;
  expect(await screen.findByText(alone)).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
  expect(document.activeElement?.textContent).toMatch(alone);
  const again = screen.getByRole<HTMLButtonElement>("button", { name: "Ask the council again" });
  fireEvent.click(again);
  expect(document.activeElement?.textContent).toMatch(council);
  fireEvent.click(screen.getByRole("button", { name: "Set the budget to $0.05" }));
  await waitFor(() => {
    expect(sent.filter(({ path }) => path === "/api/estimate").at(-1)?.body).toMatchObject({ budget: 0.05 });
  });
  expect(begun()).toEqual([]);
  fireEvent.click(again);
  await waitFor(() => {
    expect(begun()).toMatchObject([{ protocol, follows: session, budget: 0.05 }]);
  });
  player.dispose();
});

test("the chair alone answers unless the council is asked", async () => {
  const { player, begun } = await composed({});
  expect(screen.getByRole("button", { name: "The chair answers" })).toBeTruthy();
  fireEvent.keyDown(screen.getByRole("textbox"), { key: "Enter" });
  await waitFor(() => {
    expect(begun()).toMatchObject([{ protocol: "reply", follows: player.log.head.session, options: {} }]);
  });
  player.dispose();
});

test("after the chair's own answer the same members are asked, and not by the chair's protocol", async () => {
  const { player, begun } = await composed({ protocol: "reply", council: "" });
  fireEvent.click(screen.getByRole("button", { name: "Ask the council again" }));
  await waitFor(() => {
    expect(begun()).toHaveLength(1);
  });
  expect(begun()[0]).not.toHaveProperty("protocol");
  expect(begun()[0]).toMatchObject({ members: player.log.head.seats.map(({ model }) => model) });
  player.dispose();
});

test.each([
  ["consensus", "arbiter"],
  ["claim-vote", "editor"],
  ["adjudication", "adjudicator"],
])("after a %s the %s answers alone", async (protocol, office) => {
  const { player, begun } = await composed({}, protocol);
  fireEvent.click(screen.getByRole("button", { name: `The ${office} answers` }));
  await waitFor(() => {
    expect(begun()).toHaveLength(1);
  });
  const { offices, verdict } = player.log.head;
  const chair = offices.find(({ id }) => id === verdict?.by)?.model;
  expect(begun()[0]).toMatchObject({ protocol: "reply", chair });
  player.dispose();
});
