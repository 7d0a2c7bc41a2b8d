// May a sentence that does not stand reach a reader without a line through it, in any view, at any moment?
import { cleanup } from "@testing-library/react";
import { afterEach, describe, expect, test } from "vitest";
import { judgedOf, judgedWords, wordsNow } from "@/playback/show/judged";
import { Words } from "@/views/council/stage/Words";
import { Tray } from "@/views/theatre/arena/Tray";
import { Decree } from "@/views/theatre/arena/Decree";
import { Reader } from "@/views/theatre/Reader";
import { lastWords } from "@/pages/session/copying";
import type { Logged } from "@/playback/log";
import type { Event, MoveView, SessionState } from "@/wire/types";
import { golden } from "../../golden";
import { mounted } from "../../mounted";

const KEY = "narrative/editor";
const TRUE = ["The claim “Plan early.” reached HIGH.", "It has 5 votes."];
const FALSE = ["Everybody approved of all 11 claims.", "The monolith was rejected 9 to 1."];
const FORM = JSON.stringify({
  summary: [{ text: `${TRUE[0] ?? ""} ${FALSE[0] ?? ""} ${TRUE[1] ?? ""}`, claims: ["claim-01"] }],
  notes: [{ claim: "claim-02", text: FALSE[1] }],
});
const fault = (sentence: string) => ({ kind: "added" as const, says: "It cannot be derived.", sentence });
/** With the id a program puts behind what is said of a claim, and its full stop. */
const STRUCK = ["Everybody approved of all 11 claims [claim-01].", "[claim-02] The monolith was rejected 9 to 1."].map(
  fault,
);

interface Changed {
  text?: string;
  narrator?: "editor" | "template";
  faults?: ReturnType<typeof fault>[];
}

/** A golden session whose editor filled in this form, and what the audit made of it. */
function session({ text = FORM, narrator = "editor", faults = STRUCK }: Changed = {}): Logged[] {
  return golden("claim-vote").map((event) => {
    if ("foreign" in event) return event;
    if (event.kind === "SeatSpoke" && event.key === KEY)
      return { ...event, body: { ...event.body, text, marks: [[0, 9] as [number, number]] } } as Event;
    if (event.kind === "FindingMade" && event.body.finding.type === "narrative-audit")
      return {
        ...event,
        body: { ...event.body, finding: { ...event.body.finding, narrator, faults, drafts: 1 } },
      } as Event;
    if (event.kind === "VerdictReached")
      return { ...event, body: { ...event.body, verdict: { ...event.body.verdict, text: "The report." } } };
    return event;
  });
}

const spoke = (events: readonly Logged[]): number =>
  events.findIndex((event) => !("foreign" in event) && event.kind === "SeatSpoke" && event.key === KEY) + 1;

/** What can be read of a place, without what a line goes through. */
function unstruck(place: Element): string {
  const copy = place.cloneNode(true) as Element;
  for (const gone of copy.querySelectorAll("s")) gone.remove();
  return copy.textContent ?? "";
}

afterEach(cleanup);

const DOORS = {
  transcript: <Words move={KEY} />,
  reader: <Reader seat="editor" onClose={() => undefined} />,
  decree: <Decree lead="editor" />,
  tray: <Tray box={{ x: 0, y: 0, width: 400, height: 200 }} onOpen={() => undefined} />,
};

describe.each(Object.entries(DOORS))("the %s", (name, door) => {
  test.each([
    ["struck", {}],
    ["by template", { narrator: "template" as const }],
    ["of a sentence nobody finds", { faults: [fault("It was said in other words.")] }],
    ["of more faults than are kept", { faults: Array.from({ length: 40 }, () => STRUCK[0] ?? fault("")) }],
  ])("shows no untrue sentence unstruck: %s", (_, changed) => {
    const events = session(changed);
    for (let count = spoke(events) - 1; count <= events.length; count += 1) {
      const { container } = mounted(door, events, count);
      for (const sentence of FALSE) expect(unstruck(container)).not.toContain(sentence.slice(0, -1));
      if (name === "transcript" && count === spoke(events))
        expect(container.textContent).toContain("checked against the votes");
      cleanup();
    }
  });
});

test("what stands is read, and a line goes through the rest", () => {
  const events = session();
  const { container } = mounted(DOORS.transcript, events);
  expect([...container.querySelectorAll("s")].map((gone) => gone.textContent)).toEqual(FALSE);
  for (const sentence of TRUE) expect(unstruck(container)).toContain(sentence);
});

test("nothing struck is shown as it was written", () => {
  const { container } = mounted(DOORS.transcript, session({ faults: [] }));
  expect(container.querySelector("s")).toBeNull();
  expect(container.textContent).toContain(FALSE[0]);
});

const MOVE = { key: KEY, stage: "narrative", seat: "editor", state: "asked", text: "" } as unknown as MoveView;
const STATE = { findings: [], ballots: {}, verdict: null, moves: {} } as unknown as SessionState;

test("words on their way are not shown at any length", () => {
  for (let at = 0; at <= FORM.length; at += 1)
    expect(wordsNow(STATE, MOVE, FORM.slice(0, at))).not.toContain("approved");
  expect(wordsNow(STATE, MOVE, "")).toBe("");
});

test("of a second editor only what its summary kept stands", () => {
  const found = (text: string) =>
    ({
      findings: [{ finding: { type: "second-summary", by: "editor", text } }],
      ballots: {},
      verdict: {},
    }) as unknown as SessionState;
  const move = { ...MOVE, key: `${KEY}#second`, state: "spoke", text: FORM } as unknown as MoveView;
  const judged = judgedOf(found("The claim “Plan early.” reached HIGH [claim-01]. It has 5 votes."), move);
  expect(judged?.pieces.map(({ struck }) => struck)).toEqual([false, true, false, true]);
  expect(judgedWords({ waits: false, pieces: judged?.pieces ?? [] })).not.toContain("approved");
  expect(judgedOf({ ...found(""), findings: [] }, { ...move })?.pieces.every(({ struck }) => struck)).toBe(true);
});

test("a form that could not be read stands nowhere", () => {
  const state = {
    findings: [{ finding: { type: "narrative-audit", narrator: "editor", faults: [], first_faults: [], drafts: 1 } }],
    ballots: { [`${KEY}:ballot`]: { ballot: null } },
    verdict: null,
  } as unknown as SessionState;
  expect(judgedOf(state, { ...MOVE, state: "spoke", text: FORM })?.pieces.every(({ struck }) => struck)).toBe(true);
});

test("the last words that can be copied are no unchecked ones", () => {
  const { player } = mounted(DOORS.transcript, session(), spoke(session()));
  expect(lastWords(player.moment().state)).not.toContain("approved");
});
