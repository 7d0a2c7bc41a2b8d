// Is another arm priced before it is added, is what was chosen sent, and is a form that lacks something not sent at all?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { StudyHead } from "@/pages/studies/asked";
import { Steering } from "@/pages/studies/steering/Steering";
import { around } from "../../mounted";
import { NOTHING_LEFT, row } from "./drawn";

const ARMS = "/api/studies/abcdef0123456789/arms";
const TO_FORK = {
  ...{ arm: "base", protocol: "judged", stages: ["first", "second", "judging", "verdict"], stage: "judging" },
  ...{ judged: true, finished: 24 },
};
const PRICE = {
  ...{
    arm: "changed-1",
    sessions: 120,
    calls: 240,
    typical: 1.5,
    most: 4,
    unknown: [],
    basis: "from a table",
    seats: "",
  },
  ...{ others: 0, others_typical: 0, others_most: 0, budget: 2.25, most_budget: 4.5, lacking: "", short: "" },
  remarks: [] as string[],
};
const PROTOCOL = {
  ...{ protocol: "judged", title: "Judged", stages: TO_FORK.stages, offices: ["judge"], chairless: "yes", fewest: 2 },
  ...{ takes_rubric: false, stops_early: false, writes_openly: false, looks_up: false },
  options: { properties: { strict: { type: "boolean", default: false, description: "Whether it is strict." } } },
};
const sent: { path: string; body: Record<string, unknown> }[] = [];
const answers: Record<string, () => Response> = {};

beforeEach(() => {
  sent.length = 0;
  Object.assign(answers, {
    [ARMS]: () => Response.json({ arms: [TO_FORK] }),
    [`${ARMS}/estimate`]: () => Response.json(PRICE),
    "/api/protocols": () => Response.json({ protocols: [PROTOCOL] }),
    "/api/councils": () => Response.json({ councils: [] }),
    "/api/models": () => Response.json({ models: [], counts: {} }),
    "/api/endpoints": () => Response.json({ endpoints: [] }),
  });
  vi.stubGlobal("fetch", async (request: Request) => {
    const { pathname } = new URL(request.url);
    const body = await request.text();
    if (body !== "") sent.push({ path: pathname, body: JSON.parse(body) as object as never });
    return answers[pathname]?.() ?? Response.json({});
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const head = (over: object = {}): StudyHead =>
  ({ study: row(over), left: [], ...NOTHING_LEFT }) as unknown as StudyHead;
async function opened(over: object = {}): Promise<ReturnType<typeof within>> {
  render(around(<Steering head={head(over)} />));
  fireEvent.click(screen.getByRole("button", { name: "Add an arm" }));
  return within(await screen.findByRole("dialog"));
}
type Dialog = ReturnType<typeof within>;
async function strict(dialog: Dialog): Promise<void> {
  fireEvent.click(await dialog.findByText("Options of the protocol"));
  fireEvent.click(await dialog.findByRole("switch", { name: /Strict/ }));
}
const added = () => sent.filter(({ path }) => path === ARMS);

test("a fork is priced once something is changed in it, and sent with that alone", async () => {
  const dialog = await opened({ budget: null });
  expect(await dialog.findByText("Choose what to change; the price then appears.")).toBeTruthy();
  expect(sent).toEqual([]);
  await strict(dialog);
  await waitFor(() => {
    expect(sent.at(-1)?.body).toMatchObject({ of: "base", stage: "judging", options: { strict: true }, members: [] });
  });
  await waitFor(() => {
    expect(dialog.getByRole("button", { name: "Add it and ask" }).hasAttribute("disabled")).toBe(false);
  });
  fireEvent.click(dialog.getByRole("button", { name: "Add it and ask" }));
  await waitFor(() => {
    expect(added()[0]?.body).toMatchObject({ of: "base", stage: "judging", options: { strict: true } });
  });
  expect(added()[0]?.body).not.toHaveProperty("budget");
});

test("what cannot be asked is told in the dialog, and what else is to be known stands beside the price", async () => {
  const refused = { error: { code: "bad_input", message: "A member cannot judge.", remedy: "Name another one." } };
  answers[`${ARMS}/estimate`] = () => Response.json(refused, { status: 422 });
  const dialog = await opened();
  await strict(dialog);
  expect(await dialog.findByText(/A member cannot judge/)).toBeTruthy();
  expect(dialog.getByRole("button", { name: "Add it and ask" }).hasAttribute("disabled")).toBe(true);
  answers[`${ARMS}/estimate`] = () =>
    Response.json({ ...PRICE, others: 3, others_typical: 0.1, others_most: 0.2, remarks: ["Only chance."] });
  fireEvent.change(dialog.getByLabelText("Name of the arm"), { target: { value: "other" } });
  expect(await dialog.findByText(/3 sessions of other arms that are left are asked along with it/)).toBeTruthy();
  expect(dialog.getByText("Only chance.")).toBeTruthy();
});

test("a saved council deliberates as it was saved, and who sits and who judges is told", async () => {
  const council = { name: "mine", protocol: "reviewed", members: ["lab/a", "lab/b"], offices: {}, options: {} };
  answers["/api/councils"] = () => Response.json({ councils: [{ council }] });
  answers["/api/protocols"] = () =>
    Response.json({ protocols: [PROTOCOL, { ...PROTOCOL, protocol: "reviewed", offices: [] }] });
  answers[`${ARMS}/estimate`] = () => Response.json({ ...PRICE, seats: "lab/a, lab/b; chair lab/c" });
  const dialog = await opened({ budget: null });
  fireEvent.click(await dialog.findByText("Another council"));
  await dialog.findByRole("option", { name: "mine" });
  fireEvent.change(dialog.getByLabelText("Council"), { target: { value: "mine" } });
  expect(dialog.getByRole("option", { name: /^as the council was saved: / }).hasAttribute("value")).toBe(true);
  expect(dialog.queryByText("Judge")).toBeNull();
  await waitFor(() => {
    expect(sent.at(-1)?.body).toMatchObject({ council: "mine", protocol: "", offices: {} });
  });
  expect(await dialog.findByText("Who sits: lab/a, lab/b")).toBeTruthy();
  expect(dialog.getByText("Chair: lab/c")).toBeTruthy();
  fireEvent.change(dialog.getByLabelText("Protocol"), { target: { value: "judged" } });
  await waitFor(() => {
    expect(sent.at(-1)?.body).toMatchObject({ council: "mine", protocol: "judged" });
  });
});

test("a name that is none is told beside its field, whole, and nothing is sent for it", async () => {
  const dialog = await opened();
  fireEvent.click(await dialog.findByText("Options of the protocol"));
  fireEvent.click(await dialog.findByRole("switch", { name: /Strict/ }));
  await dialog.findByText(/120 sessions/);
  const before = sent.length;
  for (const [name, says] of [
    ["Ärm mit Leerzeichen", /letters a to z, digits/],
    ["<img src=x>", /letters a to z, digits/],
    ["x".repeat(200), /at most 64 characters, and this one has 200/],
  ] as const) {
    fireEvent.change(dialog.getByLabelText("Name of the arm"), { target: { value: name } });
    expect(dialog.getByText(says)).toBeTruthy();
    expect(dialog.getByRole("button", { name: "Add it and ask" }).hasAttribute("disabled")).toBe(true);
  }
  expect(sent.length).toBe(before);
});

test("a study without a budget can be given one with the arm", async () => {
  const dialog = await opened({ budget: null });
  await strict(dialog);
  await dialog.findByText(/120 sessions/);
  fireEvent.change(dialog.getByLabelText("Budget for the whole study, in dollars"), { target: { value: "3" } });
  await waitFor(() => {
    expect(sent.at(-1)?.body).toMatchObject({ options: { strict: true }, budget: 3 });
  });
});

test("while it is asked, or before anything has ended, no arm is offered", () => {
  const { rerender } = render(around(<Steering head={head({ asked_by: "process 7", running: 1 })} />));
  expect(screen.queryByRole("button", { name: "Add an arm" })).toBeNull();
  rerender(around(<Steering head={head({ done: 0, left: 48 })} />));
  expect(screen.queryByRole("button", { name: "Add an arm" })).toBeNull();
  expect(screen.getByRole("button", { name: /Go on with what is left/ })).toBeTruthy();
});
