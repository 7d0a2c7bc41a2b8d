// Is what was asked before folded to a line, with every answer and the way to its session behind it? And whom does the next
// question go to?
import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { otherwiseFrom } from "@/hooks/asking";
import { SteeringContext } from "@/hooks/steering";
import type { Logged } from "@/playback/log";
import { Thread } from "@/views/council/Thread";
import { turnsOf } from "@/views/council/turns";
import type { EventOf, SessionBody } from "@/wire/types";
import { golden } from "../../golden";
import { mounted, settle } from "../../mounted";

afterEach(() => {
  vi.unstubAllGlobals();
});

const turn = (n: number) => ({ question: `Question ${String(n)}?`, answer: `Answer ${String(n)}.`, attachments: [] });
const row = (n: number) => ({ session: `s${String(n)}`, question: `Question ${String(n)}?` });

test("turns are matched with the sessions that put them, from the newest back; one without an answer is among them", () => {
  const carried = { before: 1, summary: "…", source: "s1", summarise: 1, room: 0, longest: 0 };
  const found = turnsOf([turn(2), turn(4)], [row(1), row(2), row(3), row(4)], carried);
  expect(found.map(({ session, answer, number, whole }) => [session, answer, number, whole])).toEqual([
    ["s1", null, null, false],
    ["s2", "Answer 2.", 2, false],
    ["s3", null, null, false],
    ["s4", "Answer 4.", 3, true],
  ]);
  expect(turnsOf([turn(1)], [], null)).toMatchObject([{ session: null, number: 1, whole: true }]);
  expect(turnsOf([turn(1)], [{ session: "s1", question: "Quest…" }], null)).toMatchObject([{ session: "s1" }]);
});

test("ten questions are one line until they are unfolded", async () => {
  const rows = Array.from({ length: 10 }, (_, at) => row(at + 1));
  const events = structuredClone(golden("peer-review-own.jsonl")) as Logged[];
  const opened = events[0] as EventOf<"SessionOpened">;
  Object.assign(opened.body.question, { history: rows.map((_, at) => turn(at + 1)) });
  const here = { session: opened.session, question: opened.body.question.text };
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json({ conversation: {}, sessions: [...rows, here] })));
  const page = mounted(
    <SteeringContext value={{ id: "x", base: "/s/x" }}>
      <Thread />
    </SteeringContext>,
    events,
  );
  page.player.conversation("t");
  await settle();
  expect(page.container.querySelectorAll("details")).toHaveLength(1);
  expect(page.container.textContent).not.toContain("Answer 3.");
  const unfold = async (words: string): Promise<void> => {
    const details = screen.getByText(words).closest("details") as HTMLDetailsElement;
    details.open = true;
    fireEvent(details, new Event("toggle"));
    await settle();
  };
  await unfold("10 earlier questions");
  expect(page.container.querySelectorAll("details")).toHaveLength(11);
  await unfold("Question 3?");
  const third = screen.getByText("Question 3?").closest("details") as HTMLElement;
  expect(third.textContent).toContain("Answer 3.");
  expect(within(third).getByRole("link", { name: "Open this session" }).getAttribute("href")).toBe("/s/s3");
});

test("another council or protocol leaves out what belonged to the one before", () => {
  const body = {
    ...{
      question: "And?",
      protocol: "adjudication",
      when: "auto" as const,
      choices: [],
      tools: [],
      members: ["a/b", "c/d"],
      chair: "a/b",
      budget: 1,
      rubric: "legal",
    },
    ...{ attachments: [], addresses: [], offices: { adjudicator: "e/f" }, options: { rebuttal: true } },
  } as SessionBody;
  expect(otherwiseFrom(body, { council: "", protocol: "", options: {} })).toBe(body);
  expect(otherwiseFrom(body, { council: "", protocol: "debate", options: {} })).toEqual({
    ...{ question: "And?", protocol: "debate", members: ["a/b", "c/d"], chair: "a/b", budget: 1 },
    ...{ attachments: [], addresses: [], when: "auto", choices: [], tools: [], offices: {}, options: {} },
  });
  expect(otherwiseFrom(body, { council: "thrifty", protocol: "", options: { agreement: true } })).toEqual({
    ...{
      question: "And?",
      council: "thrifty",
      budget: 1,
      attachments: [],
      addresses: [],
      when: "auto",
      choices: [],
      tools: [],
    },
    ...{ offices: {}, options: { agreement: true } },
  });
});
