// Does the first answer stream where the checked one will stand, do faces light by ballots, and is it seen what changed?
import { act, screen, within } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import "@/protocols/session";
import { SessionContext } from "@/hooks/session";
import { SteeringContext } from "@/hooks/steering";
import { Player } from "@/playback/player";
import { latest } from "@/playback/found";
import { settledText, withoutMarker } from "@/playback/show/readable";
import type { Logged } from "@/playback/log";
import type { Sink } from "@/playback/source";
import { Running } from "@/views/council/running/Running";
import { firstAnswer, stanceOf } from "@/views/council/running/stances";
import { matched, revisionOf } from "@/markdown/revision";
import type { Speaking } from "@/wire/types";
import { after, around, settle } from "../../mounted";
import { golden } from "../../golden";
import { render } from "@testing-library/react";

afterEach(() => {
  vi.unstubAllGlobals();
});

const PEER_REVIEW = golden("peer-review-own-degraded") as Logged[];

function live(events = PEER_REVIEW) {
  const player = new Player();
  let sink: Sink | null = null;
  player.open((given) => {
    sink = given;
    given.connection("live");
    return () => undefined;
  });
  const to = (): Sink => sink as unknown as Sink;
  return {
    player,
    has: async (from: number, until: number) => {
      act(() => {
        to().events(events.slice(from, until));
      });
      await settle();
    },
    says: async (key: string, seat: string, text: string, offset = 0) => {
      const piece = { kind: "SeatSpeaking", session: "s", attempt: 1, reasoning: false, verdict: false };
      act(() => {
        to().speaking([{ ...piece, key, seat, text, offset } as Speaking]);
      });
      await settle();
    },
  };
}

test("the first words that come are the answer that is being checked, and stay so; ballots light the faces", async () => {
  const { player, has, says } = live();
  const events = PEER_REVIEW;
  const asked = after(events, ({ key }) => key === "opinions/seat-f~1");
  await has(0, asked);
  render(around(<SessionContext value={player}>{<Running calm={false} answersNow />}</SessionContext>));
  await settle();
  await says("opinions/seat-b", "seat-b", "Simple answer");
  await settle(300);
  expect(screen.getByText("First answer, being checked")).toBeTruthy();
  expect(screen.getByRole("region", { name: "The answer so far" }).textContent).toContain("Simple answer");
  await says("opinions/seat-a", "seat-a", "Go ahead with it");
  expect(screen.getByRole("region", { name: "The answer so far" }).textContent).not.toContain("Go ahead");
  const judged = after(events, ({ key }) => key === "review/standing");
  await has(asked, judged);
  const stances = within(screen.getByRole("list", { name: "Members" }))
    .getAllByRole("link")
    .map((link) => link.dataset["stance"]);
  expect(stances).toEqual(["differs", "first", "differs", "differs", "unasked", "failed"]);
  await has(judged, judged + 3);
  await says("synthesis/chair", "chair", "Another answer.\n\n-");
  expect(screen.getByText("The chair writes the answer")).toBeTruthy();
  expect(screen.getByRole("region", { name: "The answer so far" }).textContent).not.toContain("First answer");
  expect(screen.queryByText("-")).toBeNull();
  player.dispose();
});

test("faces tell how their members judged as soon as their ballots are read", async () => {
  const { player, has } = live();
  await has(
    0,
    after(PEER_REVIEW, ({ key }) => key === "review/seat-c:ballot"),
  );
  const find = firstAnswer();
  const moment = player.moment();
  const stances = moment.state.seats.map(({ id }) => stanceOf(moment, id, find(moment)));
  expect(stances.filter((stance) => stance === "agrees" || stance === "differs")).toEqual(["agrees", "differs"]);
  player.dispose();
});

test("the answer that the votes give is shown before the report about them is written", async () => {
  const events = golden("claim-vote") as Logged[];
  const { player, has } = live(events);
  const composed = after(events, ({ key }) => key === "narrative/claim-answer");
  await has(0, composed - 1);
  render(around(<SessionContext value={player}>{<Running calm={false} answersNow />}</SessionContext>));
  await settle();
  expect(screen.queryByText(/^The answer by the votes/)).toBeNull();
  await has(composed - 1, composed);
  const found = latest(player.moment().state.findings, "claim-answer");
  expect(screen.getByText(/^The answer by the votes/)).toBeTruthy();
  const shown = screen.getByRole("region", { name: "The answer so far" }).textContent.replace(/\W+/g, " ");
  expect(shown).toContain(found?.answer.replace(/\W+/g, " ").trim() ?? "no answer");
  player.dispose();
});

test("what changed is found word by word, in the block it is a version of", () => {
  const was = "Keep the old one.\n\nFix both indexes this month, and decide on the rest by cost.";
  const now = "Fix both indexes this month, and decide on the rest once an owner is named.\n\nSomething else entirely.";
  const blocks = now.split("\n\n");
  expect(matched(blocks, was)).toEqual([was.split("\n\n")[1], ""]);
  expect(revisionOf(["a", "b", "c"], ["a", "x", "c"])).toEqual([
    { added: false, gone: [] },
    { added: true, gone: [1] },
    { added: false, gone: [] },
  ]);
});

test.each([
  ["Yes.\n\n---\n\nMore.", false, "Yes.\n\n\n\nMore."],
  ["Yes.\n\n--", true, "Yes.\n\n"],
  ["A - b --- c", true, "A - b --- c"],
  ["One\n---\nTwo\n---\nThree", false, "One\n\nTwo\n---\nThree"],
])("the line between answer and rest is not shown: %j", (text, streaming, shown) => {
  expect(withoutMarker(text, streaming)).toBe(shown);
});

test("only whoever concludes parts an answer from the rest; a rule in any other answer stays", () => {
  const text = "Take the bus.\n\n---\n\nIt is cheaper.";
  expect(settledText({ stage: "synthesis", text })).not.toContain("---");
  expect(settledText({ stage: "opinions", text })).toBe(text);
});

test("once the final text is whole, it says what is still done and offers no answer at once", async () => {
  const { player, has, says } = live();
  const judged = after(PEER_REVIEW, ({ key }) => key === "review/standing");
  await has(0, judged);
  render(
    around(
      <SteeringContext value={{ id: "s", base: "/s/s" }}>
        <SessionContext value={player}>{<Running calm={false} answersNow />}</SessionContext>
      </SteeringContext>,
    ),
  );
  expect(screen.getByText("The answer is written from the answers so far; nobody votes.")).toBeTruthy();
  expect(screen.getByRole("button", { name: "Answer now" })).toBeTruthy();
  await says("verdict", "chair", "The whole answer.");
  expect(screen.getByText("Checking which answers support each sentence…")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Answer now" })).toBeNull();
  expect(screen.getByText("The answer")).toBeTruthy();
  player.dispose();
});
