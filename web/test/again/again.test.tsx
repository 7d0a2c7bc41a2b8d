// Is a session asked again in a named way, with what is kept and what it costs said before, and only once?
import { fireEvent, render, screen, waitFor, within } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import AgainDialog from "@/again/AgainDialog";
import OneAnswer from "@/again/OneAnswer";
import { bodyOf, firstChosen, waysOf, type Shown } from "@/again/variations";
import { around } from "../mounted";

const move = (key: string, more: object = {}) => ({
  key,
  stage: key.split("/")[0],
  seat: key.split("/")[1],
  state: "spoke",
  text: "Yes.",
  ...more,
});
const state = (more: object = {}) =>
  ({
    session: "one",
    status: "verdict",
    protocol: "peer-review",
    question: { text: "Is it safe?", attachments: [], history: [], carried: null },
    seats: [
      { id: "seat-a", model: "up/a" },
      { id: "seat-b", model: "up/b" },
    ],
    offices: [{ id: "chair", model: "up/chair" }],
    entered: ["opinions", "review", "synthesis"],
    moves: {
      "opinions/seat-a": move("opinions/seat-a"),
      "opinions/seat-b": move("opinions/seat-b"),
      "review/seat-a": move("review/seat-a"),
      "synthesis/chair": move("synthesis/chair"),
    },
    ballots: {},
    ...more,
  }) as unknown as Shown;
const row = (more: object = {}) => ({
  stage: "synthesis",
  changed: [],
  kept: 8,
  worth: 0.05,
  calls: 1,
  reuses: false,
  dollars: 0.04,
  at_most: 0.04,
  typical: 0.01,
  basis: "from a table",
  unknown: [],
  seconds: 20,
  untimed: [],
  stages: [],
  notes: [],
  unready: [],
  ...more,
});

interface Asked {
  path: string;
  body: Record<string, unknown>;
}
const asked: Asked[] = [];
let answers: Record<string, () => Response>;

beforeEach(() => {
  asked.length = 0;
  answers = {
    "/api/sessions/one/state": () => Response.json(state()),
    "/api/sessions/one/fork/estimate": () => Response.json(row()),
    "/api/sessions/one/fork": () => Response.json({ session: "two" }, { status: 201 }),
    "/api/protocols": () =>
      Response.json({
        protocols: [
          { protocol: "peer-review", title: "P", takes_rubric: false },
          { protocol: "debate", title: "D", takes_rubric: false },
        ],
      }),
    "/api/models": () => Response.json({ models: [{ model: "up/other", speaks: true, unready: "" }] }),
  };
  vi.stubGlobal("fetch", async (request: Request) => {
    const path = new URL(request.url).pathname;
    if (request.method === "POST") asked.push({ path, body: (await request.json()) as Asked["body"] });
    return answers[path]?.() ?? Response.json({ error: { code: "x", message: "No.", remedy: "" } }, { status: 404 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const opened = async (onClose = () => undefined): Promise<void> => {
  render(around(<AgainDialog id="one" onClose={onClose} />));
  await screen.findByRole("radio", { name: /^Another chair/ });
};

test("another chair is named, priced, and asked for", async () => {
  const close = vi.fn();
  await opened(close);
  expect(screen.getByRole("status").textContent).toBe("Name the chair to see what it costs.");
  const go = screen.getByRole("button", { name: "Ask again" });
  fireEvent.click(go);
  expect(screen.getByRole("alert").textContent).toBe("Name the chair to see what it costs.");
  fireEvent.change(screen.getByLabelText("Chair"), { target: { value: "up/other" } });
  expect(await screen.findByText("8 answers are kept, for which $0.05 was paid.")).toBeTruthy();
  expect(screen.getByText(/1 call from Synthesis on, typically \$0.01, at most \$0.04/)).toBeTruthy();
  fireEvent.click(go);
  await waitFor(() => {
    expect(close).toHaveBeenCalled();
  });
  expect(asked.at(-1)).toMatchObject({ path: "/api/sessions/one/fork", body: { chair: "up/other" } });
});

test("where another chair changes nothing, who judges can be another one", async () => {
  answers["/api/protocols"] = () =>
    Response.json({
      protocols: [{ protocol: "peer-review", title: "P", takes_rubric: false, chairless: "Others judge." }],
    });
  answers["/api/sessions/one/state"] = () => {
    const now = state();
    const arbiter = { ...now.offices[0], id: "arbiter", model: "up/judge" };
    return Response.json({ ...now, offices: [...now.offices, arbiter] });
  };
  render(around(<AgainDialog id="one" onClose={() => undefined} />));
  await screen.findByRole("radio", { name: /^Another model in a role/ });
  expect(screen.queryByRole("radio", { name: /^Another chair/ })).toBeNull();
  expect(screen.getByText("It was up/judge.")).toBeTruthy();
  fireEvent.change(screen.getByLabelText("Its place is taken by"), { target: { value: "up/other" } });
  await waitFor(() => {
    expect(asked.at(-1)?.body["offices"]).toEqual({ arbiter: "up/other" });
  });
});

test("one answer is asked again, and any of them can be chosen", async () => {
  await opened();
  fireEvent.click(screen.getByRole("radio", { name: /^One answer again/ }));
  const list = screen.getByLabelText("Answer");
  expect(
    within(list)
      .getAllByRole("option")
      .map((each) => each.textContent),
  ).toEqual(["Opinions: up/a", "Opinions: up/b", "Review: up/a", "Synthesis: up/chair"]);
  fireEvent.change(list, { target: { value: "opinions/seat-b" } });
  await waitFor(() => {
    expect(asked.at(-1)?.body["again"]).toEqual(["opinions/seat-b"]);
  });
});

test("what the server refuses is said, and nothing can be sent", async () => {
  answers["/api/sessions/one/fork/estimate"] = () =>
    Response.json(
      { error: { code: "bad_input", message: "Another chair changes nothing.", remedy: "Leave it out." } },
      { status: 400 },
    );
  await opened();
  fireEvent.change(screen.getByLabelText("Chair"), { target: { value: "up/other" } });
  expect((await screen.findByRole("alert")).textContent).toBe("Another chair changes nothing. Leave it out.");
  fireEvent.click(screen.getByRole("button", { name: "Ask again" }));
  expect(asked.map((each) => each.path)).not.toContain("/api/sessions/one/fork");
});

test("a price nobody knows is no promise", async () => {
  answers["/api/sessions/one/fork/estimate"] = () =>
    Response.json(row({ kept: 0, dollars: null, typical: null, unknown: ["up/x"] }));
  await opened();
  fireEvent.click(screen.getByRole("radio", { name: /^From a stage on/ }));
  expect(await screen.findByText("Nothing that was said is kept.")).toBeTruthy();
  expect(screen.getByText(/price unknown/)).toBeTruthy();
  expect(screen.getByText("Nobody knows a price for up/x.")).toBeTruthy();
});

test("where what was answered is reused, the price is said to be a bound", async () => {
  answers["/api/sessions/one/fork/estimate"] = () => Response.json(row({ calls: 30, reuses: true }));
  await opened();
  fireEvent.click(screen.getByRole("radio", { name: /^From a stage on/ }));
  expect(
    await screen.findByText(/^At most 30 calls .*made again only where it would be asked differently/),
  ).toBeTruthy();
});

test("where somebody failed, that is what is offered first", () => {
  const lost = state({ moves: { "opinions/seat-b": move("opinions/seat-b", { state: "failed" }) } });
  expect(waysOf(lost, false)).toContain("failed");
  expect(waysOf(state(), false)).not.toContain("failed");
  expect(waysOf(state(), true)).toContain("rubric");
  expect(firstChosen(lost).seat).toBe("seat-b");
});

test("a form that is not filled in asks nothing", () => {
  const chosen = firstChosen(state());
  expect(bodyOf("chair", { ...chosen, chair: "gus" }, state())).toBeNull();
  expect(bodyOf("member", chosen, state())).toBeNull();
  expect(bodyOf("member", { ...chosen, model: " up/c " }, state())).toEqual({ members: { "seat-a": "up/c" } });
  expect(bodyOf("question", chosen, state())).toBeNull();
  expect(bodyOf("question", { ...chosen, question: "And now?" }, state())).toEqual({ question: "And now?" });
  expect(bodyOf("failed", chosen, state())).toEqual({ retry_failed: true });
});

test("a session that was deleted meanwhile is said to be gone", async () => {
  delete answers["/api/sessions/one/state"];
  render(around(<AgainDialog id="one" onClose={() => undefined} />));
  expect((await screen.findByRole("alert")).textContent).toContain("No.");
});

test("who cannot be asked is said with the price, with its settings, and the other that can is taken by one press", async () => {
  answers["/api/endpoints"] = () => Response.json({ endpoints: [{ endpoint: "away", title: "Away Models" }] });
  const line = "away/big cannot be asked: no key (AWAY_KEY). Enter one. With a key you have: up/other.";
  answers["/api/sessions/one/fork/estimate"] = () =>
    Response.json(row({ unready: asked.at(-1)?.body["chair"] === "away/big" ? [line] : [] }));
  await opened();
  fireEvent.change(screen.getByLabelText("Chair"), { target: { value: "away/big" } });
  expect(await screen.findByText(/away\/big cannot be asked: no key/)).toBeTruthy();
  const settings = await screen.findByRole("link", { name: "Settings of Away Models" });
  expect(settings.getAttribute("href")).toBe("/settings/endpoints/away");
  fireEvent.click(screen.getByRole("button", { name: "Use up/other" }));
  expect(screen.getByLabelText("Chair")).toHaveProperty("value", "up/other");
});

test("one answer is asked again from where it stands, once its price is said, and once only", async () => {
  render(around(<OneAnswer id="one" move="opinions/seat-b" name="b" />));
  fireEvent.click(screen.getByRole("button", { name: "Ask b again" }));
  const dialog = screen.getByRole("dialog", { name: "Ask b again?" });
  expect(await within(dialog).findByText(/1 call from Synthesis on, typically \$0.01, at most \$0.04/)).toBeTruthy();
  expect(asked).toMatchObject([{ path: "/api/sessions/one/fork/estimate", body: { again: ["opinions/seat-b"] } }]);
  const go = within(dialog).getByRole("button", { name: "Ask again" });
  fireEvent.click(go);
  fireEvent.click(go);
  await waitFor(() => {
    expect(screen.queryByRole("dialog")).toBeNull();
  });
  expect(asked.filter(({ path }) => path.endsWith("/fork"))).toMatchObject([{ body: { again: ["opinions/seat-b"] } }]);
});

test("an answer that cannot be asked again says why, and nothing is opened", async () => {
  const gone = { error: { code: "conflict", message: "Its protocol is gone.", remedy: "Install it." } };
  answers["/api/sessions/one/fork/estimate"] = () => Response.json(gone, { status: 409 });
  render(around(<OneAnswer id="one" move="opinions/seat-b" name="b" />));
  fireEvent.click(screen.getByRole("button", { name: "Ask b again" }));
  expect((await screen.findByRole("alert")).textContent).toContain("Its protocol is gone. Install it.");
  fireEvent.click(screen.getByRole("button", { name: "Ask again" }));
  expect(asked.some(({ path }) => path.endsWith("/fork"))).toBe(false);
});
