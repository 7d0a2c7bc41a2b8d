// Whom does a follow-up ask, and how? The named council, or its members one by one, by the same options.
import { expect, test } from "vitest";
import { bodyFrom } from "@/council/asking";
import { fold, NOTHING } from "@/playback/fold";
import type { SessionState } from "@/wire/types";
import { golden } from "../golden";

const opened = (protocol: string) => {
  const events = golden(protocol);
  return { state: events.reduce<SessionState>((state, event) => fold(state, event), NOTHING), first: events[0] };
};

test("members one by one, with the offices they had", () => {
  const { state, first } = opened("adjudication");
  const body = bodyFrom({ ...state, council: "" }, first, "And then?");
  expect(body.question).toBe("And then?");
  expect(body.members).toHaveLength(4);
  expect(Object.keys(body.offices)).toContain("adjudicator");
  expect(body.protocol).toBe("adjudication");
  expect(body.rubric).not.toBe("");
  expect(Object.values(body.options)).not.toContain(null);
});

test("a named council by its name, with the cap it had", () => {
  const { state, first } = opened("debate");
  const body = bodyFrom({ ...state, council: "everyday", cap: 500_000_000 }, first, "And then?");
  expect(body.council).toBe("everyday");
  expect(body.members).toBeUndefined();
  expect(body.budget).toBe(0.5);
});
