// Whom does a follow-up ask, and how? The named council, or its members one by one, by the same options.
import { expect, test } from "vitest";
import { bodyFrom, leftOut, otherwiseFrom } from "@/hooks/asking";
import { fold, NOTHING } from "@/playback/fold/fold";
import type { Seat, SessionState } from "@/wire/types";
import { golden } from "../../golden";

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

test("what every seat is told goes along, and a chair and offices that took a named council's places", () => {
  const { state, first } = opened("adjudication");
  const told = { ...first, body: { ...(first as { body: object }).body, system: "Answer in verse." } } as typeof first;
  const offices = [
    ...state.offices.map((seat) => (seat.id === "chair" ? { ...seat, model: "mine/chair" } : seat)),
    { ...(state.offices[0] as Seat), id: "adjudicator-2", model: "mine/judge" },
  ];
  const body = bodyFrom({ ...state, council: "everyday", offices }, told, "And then?");
  expect(body).toMatchObject({ council: "everyday", system: "Answer in verse.", chair: "mine/chair" });
  expect(body.offices["adjudicator"]).toEqual([expect.stringContaining("rehearsal/"), "mine/judge"]);
  expect(Object.keys(body.offices)).toEqual(["adjudicator"]);
  expect(bodyFrom(state, first, "And then?").system).toBeUndefined();
});

test("stand-ins that were named go along, whoever sits; the usual ones are left to be the usual ones", () => {
  const { state, first } = opened("peer-review-full");
  expect(bodyFrom({ ...state, council: "" }, first, "And then?").stand_ins).toBeUndefined();
  const offices = state.offices.map((seat) => (seat.id === "stand-in-1" ? { ...seat, model: "mine/other" } : seat));
  for (const council of ["", "everyday"]) {
    const body = bodyFrom({ ...state, council, offices }, first, "And then?");
    expect(body.stand_ins?.[0]).toBe("mine/other");
    const other = otherwiseFrom(body, { council: "", protocol: "debate", options: {} });
    expect(other.stand_ins).toEqual(body.stand_ins);
    expect(otherwiseFrom(body, { council: "other", protocol: "", options: {} }).stand_ins).toBeUndefined();
  }
});

test("what cannot go along is said: of members listed one by one, personas and settings; and other prompts", () => {
  const { state, first } = opened("peer-review-full");
  expect(leftOut({ ...state, council: "" }, first)).toEqual([]);
  const seats = state.seats.map((seat) => ({ ...seat, persona: { name: "Sceptic", text: "Doubt." }, temperature: 1 }));
  const worded = {
    ...first,
    body: { ...(first as { body: object }).body, wording: { answer: "Say" } },
  } as typeof first;
  const changed = { ...state, seats } as SessionState;
  expect(leftOut({ ...changed, council: "" }, worded)).toHaveLength(3);
  expect(leftOut({ ...changed, council: "everyday" }, worded)).toEqual(["prompts in other words"]);
});
