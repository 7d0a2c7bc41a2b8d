// Is a question put as it was written, once, to those who can sit? And does a refusal keep everything?
import { cleanup, fireEvent, screen, waitFor } from "@testing-library/react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { addressIn } from "@/hooks/attachments";
import ConvenePage from "@/pages/convene/ConvenePage";
import { council, refusal, serve, type Sent } from "./server";
import { box, opened as opens, show } from "./page";

beforeEach(() => {
  localStorage.clear();
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const opened = (sent: Sent[]): Sent[] =>
  sent.filter(({ method, path }) => method === "POST" && path === "/api/sessions");
const write = async (text: string): Promise<HTMLTextAreaElement> => {
  const place = await box();
  fireEvent.change(place, { target: { value: text } });
  return place;
};

test("Enter puts the question, opens one session, and the page of it is shown", async () => {
  const sent = serve();
  const { history } = show(<ConvenePage />);
  const place = await write("Why?");
  fireEvent.keyDown(place, { key: "Enter", shiftKey: true });
  expect(opened(sent)).toHaveLength(0);
  fireEvent.keyDown(place, { key: "Enter" });
  fireEvent.keyDown(place, { key: "Enter" });
  await waitFor(() => {
    expect(history?.at(-1)).toBe("/s/s-new");
  });
  expect(opened(sent)).toHaveLength(1);
  expect(opened(sent)[0]?.body).toMatchObject({ question: "Why?", council: "rehearsal" });
  expect(opened(sent)[0]?.headers.get("Idempotency-Key")).toMatch(/^[0-9a-f]{32}$/);
});

test("a lost answer is asked for again under the same key; another question has another", async () => {
  let first = true;
  const sent = serve({
    "POST /api/sessions": () => {
      if (!first) return { session: "s-new" };
      first = false;
      return refusal("The store is busy.", 503);
    },
  });
  show(<ConvenePage />);
  const place = await write("Why?");
  fireEvent.keyDown(place, { key: "Enter", ctrlKey: true });
  await screen.findByText(/The store is busy/);
  expect(place.value).toBe("Why?");
  fireEvent.keyDown(place, { key: "Enter", ctrlKey: true });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(2);
  });
  const [one, two] = opened(sent).map(({ headers }) => headers.get("Idempotency-Key"));
  expect(one).toBe(two);
});

test("what was asked before comes back with the arrow, and a draft outlives the page", async () => {
  serve();
  const first = show(<ConvenePage />);
  fireEvent.keyDown(await write("The first question"), { key: "Enter" });
  await waitFor(() => {
    expect(first.history?.at(-1)).toBe("/s/s-new");
  });
  first.unmount();
  show(<ConvenePage />);
  const place = await box();
  expect(place.value).toBe("");
  fireEvent.keyDown(place, { key: "ArrowUp" });
  expect(place.value).toBe("The first question");
  fireEvent.keyDown(place, { key: "ArrowDown" });
  expect(place.value).toBe("");
});

test("who lacks a key is told with where to mend it; the others sit", async () => {
  const sent = serve();
  show(<ConvenePage />);
  await opens("Who");
  fireEvent.click(await screen.findByRole("radio", { name: /^mixed/ }));
  expect(screen.getByText("3 of 5 can be asked.")).toBeTruthy();
  expect(screen.getByRole("link", { name: "set up Paid Models" }).getAttribute("href")).toBe(
    "/settings/endpoints/paid",
  );
  fireEvent.keyDown(await write("Why?"), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  expect(opened(sent)[0]?.body).toMatchObject({ members: ["rehearsal/ada:1", "rehearsal/bo:1", "rehearsal/cyn:1"] });
  fireEvent.click(screen.getByRole("radio", { name: /^paid/ }));
  expect(screen.getByText(/No model here can be asked yet/)).toBeTruthy();
  // The button is never dead: pressed, it says what is wanted, and nothing is sent.
  await write("And now?");
  fireEvent.click(screen.getByRole("button", { name: "Ask" }));
  expect((await screen.findByRole("alert")).textContent).toContain("a key is missing for paid");
  expect(opened(sent)).toHaveLength(1);
});

test("depth leaves stages out, only what was changed is sent, and a refused option is told at its field", async () => {
  const sent = serve({ "POST /api/sessions": refusal("The option 'temperature' lies between 0 and 2; 1.5 does not.") });
  show(<ConvenePage />);
  await opens("How");
  fireEvent.click(await screen.findByRole("radio", { name: /^Adjudication/ }));
  fireEvent.click(screen.getByRole("radio", { name: "+ rebuttals" }));
  const more = document.querySelector("details");
  if (more === null) throw new Error("There is no drawer.");
  more.open = true;
  fireEvent(more, new Event("toggle"));
  fireEvent.change(await screen.findByLabelText("Temperature"), { target: { value: "1.5" } });
  fireEvent.keyDown(await write("Why?"), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  expect(opened(sent)[0]?.body).toMatchObject({
    protocol: "adjudication",
    options: { refine: false, temperature: 1.5 },
  });
  await waitFor(() => {
    expect(document.activeElement).toBe(screen.getByLabelText("Temperature"));
  });
  expect((await box()).value).toBe("Why?");
});

test("answers only is one press: both later stages are left out", async () => {
  const sent = serve();
  show(<ConvenePage />);
  await opens("How");
  fireEvent.click(await screen.findByRole("radio", { name: /^Adjudication/ }));
  const least = screen.getByRole("radio", { name: "Answers only" });
  fireEvent.click(least);
  expect(least).toHaveProperty("checked", true);
  fireEvent.keyDown(await write("Why?"), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)[0]?.body).toMatchObject({ options: { rebuttal: false, refine: false } });
  });
});

test("a question that was put is remembered and gone from the box, though its page goes at once", async () => {
  serve();
  const first = show(<ConvenePage />, "/", (to) => {
    if (to.startsWith("/s/")) first.unmount();
  });
  fireEvent.keyDown(await write("A question of its own"), { key: "Enter" });
  await waitFor(() => {
    expect(first.history?.at(-1)).toBe("/s/s-new");
  });
  show(<ConvenePage />);
  const place = await box();
  expect(place.value).toBe("");
  fireEvent.keyDown(place, { key: "ArrowUp" });
  expect(place.value).toBe("A question of its own");
});

test("a link may name the protocol, which the address then forgets", async () => {
  serve();
  const { history } = show(<ConvenePage />, "/?protocol=debate");
  await opens("How");
  expect(await screen.findByRole("radio", { name: /^Debate/ })).toHaveProperty("checked", true);
  expect(history).toEqual(["/"]);
  cleanup();
  localStorage.clear();
  show(<ConvenePage />, "/?protocol=nothing-known");
  await opens("How");
  expect(await screen.findByRole("radio", { name: /^Peer review/ })).toHaveProperty("checked", true);
});

test("a council that sits in part says what its members go without", async () => {
  const mixed = council("mixed", ["rehearsal/ada", "rehearsal/bo", "paid/one"]);
  const line = { model: "rehearsal/cyn", count: 1, persona: "sceptic", system: "", max_output: null };
  const members = [...mixed.council.members, { ...line, temperature: 0.2, reasoning: null }];
  const whole = { ...mixed.council, members };
  const row = { ...mixed, council: whole, seated: whole };
  serve({
    "GET /api/councils": {
      ...{ councils: [row], default: "mixed", chosen: "", sitting: row, broken: {}, why: "" },
    },
  });
  show(<ConvenePage />);
  expect(await screen.findByText("3 of 4 can be asked.")).toBeTruthy();
  expect(screen.getByText(/without personas and their settings of this council/)).toBeTruthy();
});

test("the estimate is said in one line, and an unknown price is no silence", async () => {
  serve();
  const { unmount } = show(<ConvenePage />);
  expect(await screen.findByText("~9 calls")).toBeTruthy();
  expect(screen.getByText("About $0.01, limit $0.04")).toBeTruthy();
  expect(screen.getByText(/an estimate, from 12 sessions here/)).toBeTruthy();
  expect(screen.getByText("about 2 min")).toBeTruthy();
  unmount();
  serve({
    "POST /api/estimate": {
      ...{ calls: 5, dollars: null, typical: null, basis: "from a table", presumed: [], presumed_dollars: 0 },
      ...{ least: null, least_because: "", lacking: "", lacking_of: "" },
      ...{ unknown: ["paid/one"], stages: [], tokens: 0, seconds: null, untimed: [] },
      ...{ council: "", members: [], notes: ["A member takes the chair as well."], why: "", unready: [] },
    },
  });
  show(<ConvenePage />);
  expect(await screen.findByText("Price unknown")).toBeTruthy();
  expect(screen.getByText(/Nobody knows a price for paid\/one/)).toBeTruthy();
});

test("a long paste is offered as a file and goes with the question", async () => {
  const sent = serve();
  show(<ConvenePage />);
  const long = "line of a log\n".repeat(400);
  const place = await box();
  fireEvent.paste(place, { clipboardData: { files: [], getData: () => long } });
  fireEvent.change(place, { target: { value: `Why? ${long}` } });
  fireEvent.click(screen.getByRole("button", { name: "Attach as a file" }));
  expect((await box()).value).toBe("Why?");
  fireEvent.keyDown(await box(), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  const body = opened(sent)[0]?.body as { attachments: { name: string; data: string }[] };
  expect(body.attachments[0]?.name).toBe("pasted-1.txt");
  expect(atob(body.attachments[0]?.data ?? "")).toBe(long);
});

test("a pasted address is offered as a page and goes with the question", async () => {
  const sent = serve();
  show(<ConvenePage />);
  const place = await box();
  const address = "https://example.org/plan.docx";
  fireEvent.paste(place, { clipboardData: { files: [], getData: () => ` ${address}` } });
  fireEvent.change(place, { target: { value: `Is it sound? ${address}` } });
  fireEvent.click(screen.getByRole("button", { name: "Attach what is there" }));
  expect((await box()).value).toBe("Is it sound?");
  expect(screen.getByRole("list", { name: "Files" }).textContent).toContain(`${address}fetched when you ask`);
  fireEvent.keyDown(await box(), { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)).toHaveLength(1);
  });
  expect(opened(sent)[0]?.body).toMatchObject({ attachments: [], addresses: [address] });
});

test("words around a pasted address, and addresses without https, are no page", () => {
  expect(["see https://a.org/x", "http://a.org/x", "https://localhost"].map(addressIn)).toEqual(["", "", ""]);
  expect(addressIn(" HTTPS://a.org/x?y=1#z\n")).toBe("HTTPS://a.org/x?y=1#z");
});

test("a shelf that cannot be read is told, with a way to try again", async () => {
  serve({ "GET /api/councils": refusal("The shelf is closed.", 403) });
  show(<ConvenePage />);
  expect(await screen.findByRole("alert")).toHaveProperty(
    "textContent",
    expect.stringContaining("The shelf is closed."),
  );
  expect(screen.getByRole("button", { name: "Try again" })).toBeTruthy();
});

test("who is asked first is chosen where the protocol can stop early, and sent", async () => {
  const sent = serve();
  show(<ConvenePage />);
  const place = await write("Why?");
  fireEvent.click(await screen.findByRole("button", { name: /^How/ }));
  fireEvent.change(screen.getByLabelText("Who is asked first"), { target: { value: "selective" } });
  fireEvent.keyDown(place, { key: "Enter" });
  await waitFor(() => {
    expect(opened(sent)[0]?.body).toMatchObject({ when: "selective" });
  });
  fireEvent.click(screen.getByRole("radio", { name: /^Debate/ }));
  expect(screen.queryByLabelText("Who is asked first")).toBeNull();
});
