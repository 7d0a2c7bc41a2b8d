// What does a server say of sessions in these tests? The rows given, as the list of conversations has them.
import { vi } from "vitest";
import type { SessionRow } from "@/wire/types";

export const ROW = {
  session: "s-1",
  number: 1,
  state: "verdict",
  title: "",
  question: "Should a small town own its water system?",
  protocol: "debate",
  door: "server",
  source: "api",
  answer: "",
  winner: "",
  pinned: false,
  scripted: true,
  created: new Date().toISOString(),
  cost: 0.0042,
  unknown: 0,
  members: ["a/one", "b/two"],
  verdict_class: "",
  degraded: 0,
} as unknown as SessionRow;

/** A session as the list of conversations has it. */
export const talkOf = (row: SessionRow): unknown => ({
  ...{ conversation: null, title: row.title || row.question, turns: 1, updated: row.created, at_most: 0 },
  ...{ pinned: row.pinned, cost: row.cost, unknown: row.unknown, created: row.created, latest: row },
});

/** A server that has these sessions; asked addresses are kept. */
export function served(rows: readonly SessionRow[], status = 200, leftOut = false): string[] {
  const asked: string[] = [];
  vi.stubGlobal("fetch", (request: Request) => {
    if (new URL(request.url).pathname === "/api/protocols")
      return Promise.resolve(Response.json({ protocols: [{ protocol: "consensus" }, { protocol: "debate" }] }));
    if (new URL(request.url).pathname === "/api/exports") return Promise.resolve(Response.json({ exports: [] }));
    const wanted = new URL(request.url).searchParams.get("pinned");
    if (wanted !== "true") asked.push(request.url);
    const found = rows.filter((row) => wanted === null || String(row.pinned) === wanted);
    const body =
      status === 200
        ? { conversations: found.map(talkOf), next: null, left_out: leftOut }
        : { error: { code: "x", message: "No.", remedy: "Wait." } };
    return Promise.resolve(
      new Response(JSON.stringify(body), { status, headers: { "content-type": "application/json" } }),
    );
  });
  return asked;
}
