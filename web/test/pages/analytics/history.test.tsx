// Do the pages of alliances and history show what the server says, and say so while they wait, where nothing is, and where it failed?
import { fireEvent, render, screen, within } from "@testing-library/react";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Alliances } from "@/pages/analytics/Alliances";
import { tableAddress } from "@/pages/analytics/asked";
import { History } from "@/pages/analytics/History";
import { around } from "../../mounted";

const side = { agree: 3, disagree: 0, neutral: 1, net: 0.75, low: 0, high: 1 };
const alliances = (over: object = {}) => ({
  protocol: "debate",
  scripted: false,
  until: "",
  months: ["2031-04", "2031-05"],
  debates: 4,
  models: ["up/a", "up/b", "up/c"].map((id) => ({ id, debates: 4, agreement: 0.5 })),
  pairs: [
    {
      a: "up/a",
      b: "up/b",
      met: 4,
      a_to_b: side,
      b_to_a: { ...side, net: 0 },
      net: 0.4,
      low: 0.1,
      high: 0.8,
      warmer: "a",
    },
    { a: "up/b", b: "up/c", met: 1, a_to_b: side, b_to_a: side, net: null, low: null, high: null, warmer: "" },
  ],
  ...over,
});
const debate = {
  session: "s9",
  at: "2031-05-04T10:00:00.000Z",
  topic: "Is a heap of one grain a heap?",
  members: ["up/a", "up/b"],
  winner: "up/b",
  level: [],
  lead: 1.25,
  k: 2,
  exact: false,
  upset: 1,
  spread: 2,
  chair: "up/a",
  proposer: null,
  seconds: 150,
};
const asked: string[] = [];
let answers: Record<string, () => Response>;
beforeEach(() => {
  asked.length = 0;
  answers = {
    alliances: () => Response.json(alliances()),
    history: () => Response.json({ protocol: "debate", scripted: false, debates: [debate], more: false }),
  };
  vi.stubGlobal("fetch", (request: Request) => {
    asked.push(new URL(request.url).pathname + new URL(request.url).search);
    const name = new URL(request.url).pathname.split("/").at(-1) ?? "";
    return Promise.resolve(answers[name]?.() ?? new Response(null, { status: 404 }));
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const failed = () =>
  Response.json(
    { error: { code: "storage", message: "The store cannot be read.", remedy: "Try later." } },
    { status: 500 },
  );

describe("alliances", () => {
  it("are a table; an arrow goes from the one that is more for the other", async () => {
    render(around(<Alliances whose={{ voices: "models", council: "" }} />));
    expect(screen.getByRole("status").getAttribute("aria-busy")).toBe("true");
    const [, first] = within(await screen.findByRole("table")).getAllByRole("row");
    expect(first?.textContent).toContain("up/a → up/b4+0.40+0.10 to +0.803 · 0 · 1");
    expect(screen.getAllByRole("link", { name: "Save as CSV" })[0]?.getAttribute("href")).toBe(
      "/api/analytics/alliances?format=csv",
    );
  });
  it("say where there are none, and where they could not be had", async () => {
    answers["alliances"] = () => Response.json(alliances({ months: [], models: [], pairs: [], debates: 0 }));
    const { unmount } = render(around(<Alliances whose={{ voices: "models", council: "" }} />));
    expect(await screen.findByText("No two models have met yet.")).toBeTruthy();
    unmount();
    answers["alliances"] = failed;
    render(around(<Alliances whose={{ voices: "models", council: "" }} />));
    expect((await screen.findByRole("alert")).textContent).toContain("The store cannot be read.");
  });
});

describe("history", () => {
  it("is asked for of one council", async () => {
    render(around(<History whose={{ voices: "models", council: "three & four" }} />));
    await screen.findByRole("link", { name: debate.topic });
    expect(asked).toEqual(["/api/analytics/history?scripted=false&council=three%20%26%20four"]);
  });
  it("names debates of the other voices, where there are none of these", async () => {
    answers["history"] = () => Response.json({ protocol: "debate", scripted: false, debates: [], more: false });
    answers["leaderboard"] = () => Response.json({ others: 3, councils: [] });
    render(around(<History whose={{ voices: "models", council: "" }} />));
    expect(await screen.findByRole("button", { name: "Show scripted voices" })).toBeTruthy();
    expect(screen.getByText("3 debates of scripted voices are counted apart.")).toBeTruthy();
  });
  it("tells who won, and by how much", async () => {
    render(around(<History whose={{ voices: "models", council: "" }} />));
    const row = (await screen.findByRole("link", { name: debate.topic })).closest("tr");
    expect(row?.textContent).toContain("up/b");
    expect(row?.textContent).toContain("1.3at least 2over 1 model");
  });
  it("is searched by words, and says where none fit", async () => {
    render(around(<History whose={{ voices: "models", council: "" }} />));
    await screen.findByRole("link", { name: debate.topic });
    answers["history"] = () => Response.json({ protocol: "debate", scripted: false, debates: [], more: false });
    fireEvent.change(screen.getByLabelText("Words of the topic"), { target: { value: "stone" } });
    expect(await screen.findByText("No topic holds these words.")).toBeTruthy();
    expect(asked).toContain("/api/analytics/history?scripted=false&search=stone");
  });
  it("says where nothing was debated yet, and where it could not be had", async () => {
    answers["history"] = () => Response.json({ protocol: "debate", scripted: false, debates: [], more: false });
    const { unmount } = render(around(<History whose={{ voices: "models", council: "" }} />));
    expect(await screen.findByText("No debate was counted yet.")).toBeTruthy();
    unmount();
    answers["history"] = failed;
    render(around(<History whose={{ voices: "models", council: "" }} />));
    expect((await screen.findByRole("alert")).textContent).toContain("Try later.");
  });
});

it("the address of a table leaves out what is as by default", () => {
  expect(tableAddress("analytics/alliances", { scripted: false, council: "" })).toBe(
    "/api/analytics/alliances?format=csv",
  );
  expect(tableAddress("achievements", { scripted: true, most: 500 })).toBe(
    "/api/achievements?format=csv&scripted=true&most=500",
  );
});
