// Is the price of asking again what failed told before it is asked, and is nothing asked where it is given up?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StudyHead } from "@/pages/studies/asked";
import { Untouched } from "@/pages/studies/Standing";
import { Steering } from "@/pages/studies/steering/Steering";
import { around } from "../../mounted";
import { NOTHING_LEFT, row } from "./drawn";

const PRICE = {
  sessions: 3,
  looked: 3,
  calls: 30,
  typical: 0.02,
  most: 0.41,
  unknown: [],
  basis: "from a table",
  untold: "",
  refused: [],
};
const AGAIN = "/api/studies/abcdef0123456789/retry";
/** How the study stands, with all of what failed and is degraded to be asked again, unless something else is said. */
function standing(over: { failed?: number; degraded?: number; [name: string]: unknown }, more: object = {}): StudyHead {
  const { failed = 0, degraded = 0 } = over;
  const again = { failed, degraded, cannot: [] };
  return { study: row(over), left: [], ...NOTHING_LEFT, again, ...more } as unknown as StudyHead;
}
const FAILED = standing({ state: "failed", done: 45, degraded: 2, failed: 3 });
const asked: string[] = [];
const answers: Record<string, Response> = {};

beforeEach(() => {
  asked.length = 0;
  answers[AGAIN] = Response.json({ study: "abcdef0123456789", name: "judges", corpus: "two-sided", sessions: 5 });
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    asked.push(`${pathname} ${await request.text()}`);
    return answers[pathname];
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

/** The dialog that the button opens. */
async function asking(price: Response): Promise<ReturnType<typeof within>> {
  answers[`${AGAIN}/estimate`] = price;
  render(around(<Steering head={FAILED} />));
  fireEvent.click(screen.getByRole("button", { name: "Ask again what failed" }));
  return within(await screen.findByRole("dialog"));
}
const sent = (): string[] => asked.filter((each) => each.startsWith(`${AGAIN} `));

test("what asking again may cost is told before anything is asked, and then what was told is asked", async () => {
  const dialog = await asking(Response.json(PRICE));
  expect(await dialog.findByText("3 sessions, at most 30 calls, typically $0.02, at most $0.41")).toBeTruthy();
  expect(dialog.getByText(/made again only where it would be asked differently/)).toBeTruthy();
  expect(dialog.queryByText(/were looked at/)).toBeNull();
  expect(sent()).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Ask again" }));
  await waitFor(() => {
    expect(sent()).toEqual([`${AGAIN} {"degraded":false}`]);
  });
  expect(asked[0]).toBe(`${AGAIN}/estimate {"degraded":false}`);
});

test("degraded results are asked again by whoever says so, at the price of both", async () => {
  const dialog = await asking(Response.json(PRICE));
  await dialog.findByText(/at most 30 calls/);
  answers[`${AGAIN}/estimate`] = Response.json({ ...PRICE, sessions: 5, calls: 50 });
  fireEvent.click(dialog.getByRole("checkbox", { name: "Also what is missing from 2 degraded results" }));
  expect(await dialog.findByText(/5 sessions, at most 50 calls/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Ask again" }));
  await waitFor(() => {
    expect(sent()).toEqual([`${AGAIN} {"degraded":true}`]);
  });
});

test("what is asked again may have another budget, which is sent where it is another one", async () => {
  answers[`${AGAIN}/estimate`] = Response.json(PRICE);
  render(around(<Steering head={standing({ state: "failed", done: 45, failed: 3, budget: 0.5, spent: 0.48 })} />));
  fireEvent.click(screen.getByRole("button", { name: "Ask again what failed" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/at most 30 calls/);
  expect(dialog.getByText("$0.48 of it is gone already.")).toBeTruthy();
  const field = dialog.getByLabelText("Budget for the whole study, in dollars");
  fireEvent.change(field, { target: { value: "much" } });
  expect(dialog.getByText(/An amount is needed/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Ask again" })).toHaveProperty("disabled", true);
  fireEvent.change(field, { target: { value: "0.75" } });
  fireEvent.click(dialog.getByRole("button", { name: "Ask again" }));
  await waitFor(() => {
    expect(sent()).toEqual([`${AGAIN} {"degraded":false,"budget":0.75}`]);
  });
});

test("where nothing failed the button says what it asks again, and asks that", async () => {
  answers[`${AGAIN}/estimate`] = Response.json(PRICE);
  render(around(<Steering head={standing({ degraded: 2 })} />));
  expect(screen.queryByRole("button", { name: "Ask again what failed" })).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Ask again what is degraded" }));
  const dialog = within(await screen.findByRole("dialog"));
  await dialog.findByText(/at most 30 calls/);
  expect(dialog.queryByRole("checkbox")).toBeNull();
  fireEvent.click(dialog.getByRole("button", { name: "Ask again" }));
  await waitFor(() => {
    expect(sent()).toEqual([`${AGAIN} {"degraded":true}`]);
  });
});

test("what nobody can reckon is not said to cost nothing", async () => {
  const dialog = await asking(
    Response.json({
      ...PRICE,
      sessions: 0,
      looked: 0,
      calls: 0,
      refused: [{ why: "It was deleted.", sessions: 3 }],
      typical: null,
      most: null,
      untold: "It was deleted.",
    }),
  );
  expect(await dialog.findByText("Nothing of it can be asked again:")).toBeTruthy();
  expect(dialog.queryByText(/costs nothing/)).toBeNull();
});

test("a study that its budget keeps from going on is gone on with under a larger one", async () => {
  const goOn = "/api/studies/abcdef0123456789/go-on";
  answers[goOn] = Response.json({ study: "abcdef0123456789", name: "judges", corpus: "two-sided", sessions: 48 });
  render(around(<Steering head={standing({ state: "unfinished", done: 40, left: 8 }, { wants_budget: true })} />));
  expect(screen.getByText(/does not fit into this budget/)).toBeTruthy();
  const field = screen.getByRole("textbox", { name: "Budget for the whole study, in dollars" });
  fireEvent.change(field, { target: { value: "a lot" } });
  fireEvent.click(screen.getByRole("button", { name: /Go on/ }));
  expect(screen.getByText(/^An amount is needed: dollars, such as 0\.50/)).toBeTruthy();
  expect(asked.filter((each) => each.includes("go-on"))).toEqual([]);
  fireEvent.change(field, { target: { value: "5,25" } }); // as it is written where a comma parts decimals
  fireEvent.click(screen.getByRole("button", { name: /Go on/ }));
  expect(await screen.findByText(/Whatever is left then stands here/)).toBeTruthy();
  expect(asked).toContain(`${goOn} {"budget":5.25,"accepts_drift":false}`);
});

test("asking again that is given up asks nothing", async () => {
  const dialog = await asking(
    Response.json({ ...PRICE, sessions: 90, looked: 20, most: null, typical: null, unknown: ["lab/a"] }),
  );
  expect(await dialog.findByText(/^20 of 90 sessions were looked at/)).toBeTruthy();
  expect(dialog.getByText(/price unknown/)).toBeTruthy();
  expect(dialog.getByText("Nobody knows a price for lab/a.")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  expect(sent()).toEqual([]);
});

test("where the price cannot be had nothing is asked, and why is told", async () => {
  const error = { code: "conflict", message: "It cannot be priced.", remedy: "Look at its sessions." };
  const dialog = await asking(Response.json({ error }, { status: 409 }));
  expect(await dialog.findByText(/It cannot be priced\./)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Ask again" }));
  expect(sent()).toEqual([]);
});

test("what cannot be asked again is told with its cause, and a tick that adds nothing says why", async () => {
  const dialog = await asking(Response.json(PRICE));
  await dialog.findByText(/at most 30 calls/);
  const refused = [{ why: "The vote was spoiled.", sessions: 2 }];
  answers[`${AGAIN}/estimate`] = Response.json({ ...PRICE, refused });
  fireEvent.click(dialog.getByRole("checkbox", { name: "Also what is missing from 2 degraded results" }));
  expect(await dialog.findByText("Of the others nothing can be asked again:")).toBeTruthy();
  expect(dialog.getByText(/The vote was spoiled/).textContent).toBe("2 sessions: The vote was spoiled.");
});

test("where nothing can be asked again, that is told and nothing is asked", async () => {
  const refused = [{ why: "The vote was spoiled.", sessions: 3 }];
  const nothing = { ...PRICE, sessions: 0, looked: 0, calls: 0, untold: "The vote was spoiled.", refused };
  const dialog = await asking(Response.json(nothing));
  expect(await dialog.findByText("Nothing of it can be asked again:")).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Ask again" })).toHaveProperty("disabled", true);
});

test("a study out of budget names an amount that goes on with it", async () => {
  const poor = standing({ state: "unfinished", done: 20, left: 4, budget: 0.5, spent: 0.48 }, { wants_budget: true });
  answers["/api/studies/abcdef0123456789/go-on/estimate"] = Response.json({
    ...{ sessions: 4, calls: 40, typical: 0.1, most: 0.6, budget: 0.58, most_budget: 1.08, unknown: [], basis: "" },
    untold: "",
  });
  answers["/api/studies/abcdef0123456789/go-on"] = answers[AGAIN] ?? new Response();
  render(around(<Steering head={poor} />));
  expect(
    await screen.findByText(/About \$0.58 goes on with the 4 that are left, \$1.08 does at the worst/),
  ).toBeTruthy();
  expect(screen.getByText(/What is left: 4 sessions/)).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Set $0.58" }));
  fireEvent.click(screen.getByRole("button", { name: /Go on with what is left/ }));
  await waitFor(() => {
    expect(asked).toContain('/api/studies/abcdef0123456789/go-on {"budget":0.58,"accepts_drift":false}');
  });
});

test("what no asking again changes is told with what helps, and not offered", () => {
  const why = "No move of this session failed and every ballot could be read, so there is nothing to ask again.";
  const again = { failed: 0, degraded: 0, cannot: [{ why, sessions: 2, arms: [] }] };
  const head = standing({ degraded: 2 }, { again });
  render(
    around(
      <>
        <Untouched head={head} />
        <Steering head={head} />
      </>,
    ),
  );
  expect(screen.getByText(/^2 sessions cannot be asked again:/).textContent).toContain(why);
  expect(screen.queryByRole("button", { name: /Ask again|Go on/ })).toBeNull();
});

test("the lesser of what it may cost and what the budget leaves is told, and why", async () => {
  answers[`${AGAIN}/estimate`] = Response.json(PRICE);
  render(
    around(<Steering head={standing({ state: "failed", done: 45, failed: 3, budget: 1, spent: 0.7, pending: 0.1 })} />),
  );
  fireEvent.click(screen.getByRole("button", { name: "Ask again what failed" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(await dialog.findByText("3 sessions, at most 30 calls, at most $0.20")).toBeTruthy();
  expect(dialog.getByText(/leaves no more than \$0.20; without it the same would cost up to \$0.41/)).toBeTruthy();
  fireEvent.change(dialog.getByRole("textbox"), { target: { value: "5" } });
  expect(dialog.getByText("3 sessions, at most 30 calls, typically $0.02, at most $0.41")).toBeTruthy();
  expect(dialog.queryByText(/leaves no more/)).toBeNull();
});
