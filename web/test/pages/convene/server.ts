// What does a page's server say in these tests? Answers by path, given in the server's own forms; what was sent is kept.
import { vi } from "vitest";
import type { EndpointFull, ProtocolRow } from "@/wire/types";

export interface Sent {
  method: string;
  path: string;
  body: unknown;
  headers: Headers;
}

export const endpoint = (name: string, changed: Partial<EndpointFull> = {}): EndpointFull => ({
  endpoint: name,
  title: name,
  url: `https://${name}.example/v1`,
  wire: "openai",
  layer: "packaged",
  private: false,
  concurrency: null,
  free: false,
  input: null,
  output: null,
  configured: true,
  key: { needed: true, where: "kept", variable: "", last: "…wxyz" },
  models: [],
  docs: "",
  signs_in: false,
  speaks: true,
  scripted: false,
  test: null,
  ...changed,
});

const option = (type: string, plain: unknown, more: object = {}) => ({
  type,
  default: plain,
  description: "",
  ...more,
});

/** A JSON Schema: to the typed document it is any object. */
const schema = (properties: object) => ({ type: "object", properties }) as unknown as ProtocolRow["options"];

export const protocol = (name: string, changed: Partial<ProtocolRow> = {}): ProtocolRow => ({
  protocol: name,
  title: `How ${name} goes`,
  stages: ["opinions", "review", "synthesis"],
  options: schema({
    temperature: {
      anyOf: [{ type: "number" }, { type: "null" }],
      default: null,
      minimum: 0,
      maximum: 2,
      "x-shared": true,
    },
    show_names: option("boolean", false, { "x-shared": true }),
  }),
  offices: [],
  chairless: "",
  takes_rubric: false,
  stops_early: false,
  fewest: 2,
  writes_openly: false,
  looks_up: false,
  ...changed,
});

export const council = (name: string, members: string[], protocol = "peer-review") => {
  const whole = {
    ...{ name, title: `The ${name} council`, protocol, members, chair: null, stand_ins: [], offices: {} },
    ...{ system: "", rubric: "", options: {}, wording: {}, personas: {}, instead: {}, dated: "" },
  };
  return { layer: "packaged", council: whole, seated: whole, notes: [], troubles: [] };
};

const seat = (at: number, model: string) => ({ seat: `seat-${"abcdef".charAt(at)}`, model, scripted: true });

export const ANSWERS: Record<string, unknown> = {
  "GET /api/councils": {
    councils: [
      council("rehearsal", ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"]),
      council("mixed", ["rehearsal/ada", "rehearsal/bo", "paid/one", "paid/two", "rehearsal/cyn"]),
      council("paid", ["paid/one", "paid/two"]),
    ],
    default: "rehearsal",
    chosen: "",
    sitting: council("rehearsal", ["rehearsal/ada", "rehearsal/bo", "rehearsal/cyn"]),
    broken: {},
    personas: [{ name: "sceptic", text: "Doubts.", layer: "packaged" }],
    why: "No key was found. See `moot keys`.",
  },
  "GET /api/protocols": {
    protocols: [
      protocol("peer-review", { stops_early: true }),
      protocol("debate"),
      protocol("adjudication", {
        takes_rubric: true,
        offices: ["adjudicator"],
        options: schema({
          temperature: { anyOf: [{ type: "number" }, { type: "null" }], default: null, minimum: 0, maximum: 2 },
          rebuttal: option("boolean", true),
          refine: option("boolean", true),
        }),
      }),
    ],
  },
  "GET /api/rubrics": { rubrics: [], broken: {}, default: "general" },
  "GET /api/models": {
    models: ["rehearsal/ada", "rehearsal/bo", "paid/one"].map((model) => ({
      ...{ model, endpoint: model.split("/")[0], scripted: model.startsWith("rehearsal"), speaks: true, priced: true },
      ...{ council: false, unready: "" },
    })),
    endpoints: [],
  },
  "GET /api/endpoints": {
    endpoints: [
      endpoint("rehearsal", {
        title: "Scripted voices",
        url: "",
        scripted: true,
        key: { needed: false, where: "", variable: "", last: "" },
      }),
      endpoint("paid", {
        title: "Paid Models",
        configured: false,
        key: { needed: true, where: "", variable: "PAID_KEY", last: "" },
      }),
    ],
  },
  "GET /api/searchers": { searchers: [] },
  "POST /api/estimate": {
    ...{ calls: 9, dollars: 0.04, typical: 0.01, basis: "from 12 sessions here", presumed: [], presumed_dollars: 0 },
    least: 0.02,
    least_because:
      "Review needs the most: its 4 calls run at once, and $0.02 is set aside for what they may cost before they start.",
    ...{ lacking: "", lacking_of: "" },
    ...{ unknown: [], stages: [], tokens: 22_000, seconds: 120, untimed: [], council: "rehearsal" },
    ...{ members: [0, 1, 2].map((at) => seat(at, "rehearsal/ada")), notes: [], why: "", unready: [] },
  },
  "POST /api/sessions": { session: "s-new" },
};

/** Answers as a server would; `changed` replaces some. A function answers by what was sent. */
export function serve(changed: Record<string, unknown> = {}): Sent[] {
  const sent: Sent[] = [];
  const answers = { ...ANSWERS, ...changed };
  vi.stubGlobal("fetch", async (asked: Request | string, init?: RequestInit) => {
    const request = asked instanceof Request ? asked : new Request(new URL(asked, location.href), init);
    const path = new URL(request.url).pathname;
    const text = await request.text();
    const one: Sent = {
      method: request.method,
      path,
      body: text === "" ? null : (JSON.parse(text) as unknown),
      headers: request.headers,
    };
    sent.push(one);
    const known = answers[`${request.method} ${path}`];
    const answer: unknown = typeof known === "function" ? (known as (sent: Sent) => unknown)(one) : known;
    if (answer instanceof Response) return answer;
    if (answer === undefined)
      return Response.json(
        { error: { code: "not_found", message: `Nothing at ${path}.`, remedy: "" } },
        { status: 404 },
      );
    return answer === null ? new Response(null, { status: 204 }) : Response.json(answer);
  });
  return sent;
}

export const refusal = (message: string, status = 400, remedy = "Change it."): Response =>
  Response.json({ error: { code: "bad_setting", message, remedy } }, { status });
