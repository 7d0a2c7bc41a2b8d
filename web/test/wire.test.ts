// Are the types those of the server's document? Made anew here, they must be the ones that are kept.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { heardFrom } from "@/wire/event";

const WEB = join(import.meta.dirname, "..");

test("the types are fresh", () => {
  const made = join(mkdtempSync(join(tmpdir(), "wire-")), "api.d.ts");
  execFileSync(join(WEB, "node_modules/.bin/openapi-typescript"), ["openapi.json", "-o", made], { cwd: WEB });
  const kept = readFileSync(join(WEB, "src/wire/api.d.ts"), "utf8");
  expect(readFileSync(made, "utf8"), "stale: run `npm run wire`").toBe(kept);
});

test.each([null, 4, "x", [], {}, { kind: "SeatSpoke" }, { kind: "SeatSpoke", session: "s", seq: 0, t: 1, key: "k" }])(
  "what is no event is none: %j",
  (value) => {
    expect(heardFrom(value)).toBeNull();
  },
);

test("a kind from a newer server is kept as one we do not know", () => {
  const newer = { kind: "SeatSang", session: "s", seq: 4, key: "k", at: "", t: 1, version: 1, body: {}, origin: null };
  expect(heardFrom(newer)).toMatchObject({ kind: "SeatSang", seq: 4, foreign: true });
});
