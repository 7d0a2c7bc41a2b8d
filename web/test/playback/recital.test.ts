// Is every sentence of a verdict read out once, whole, and in order, however its words arrive?
import { expect, test } from "vitest";
import { Player } from "@/playback/player";
import { Recital } from "@/playback/aloud/recital";
import { recorded } from "@/playback/source";
import type { Moment } from "@/playback/transport";
import { golden } from "../golden";

const settle = () => new Promise((done) => setTimeout(done, 60));
const words = (text: string): string => text.replace(/[^\p{L}\p{N}]+/gu, " ").trim();

async function opened(protocol: string): Promise<Player> {
  const player = new Player();
  player.open(recorded(golden(protocol)));
  await settle();
  return player;
}

/** Moments as a viewer would see them, a hundred milliseconds apart. */
function* moments(player: Player, from: number): Generator<Moment> {
  for (let t = from; t < player.log.duration; t += 100) yield player.peek(t);
  yield player.moment();
}

test.each(["debate", "peer-review-full", "claim-vote"])("%s: the whole verdict, sentence by sentence", async (name) => {
  const player = await opened(name);
  player.toHead();
  await settle();
  const recital = new Recital();
  const said = [...moments(player, 0)].flatMap((moment) => recital.next(moment));
  const { text } = player.moment().state.verdict ?? {};
  expect(said.length).toBeGreaterThan(1);
  expect(words(said.join(" "))).toBe(words(text ?? ""));
  for (const each of said) expect(each).not.toMatch(/^[#>*]|\*\*|\n/);
  player.dispose();
});

function moment(text: string, { attempt = 1, verdict = null as string | null } = {}): Moment {
  const key = "synthesis/seat-a";
  const speech = { key, seat: "seat-a", attempt, text, reasoning: "", verdict: true };
  const state = { verdict: verdict === null ? null : { text: verdict } } as Moment["state"];
  return {
    state,
    speeches: new Map(verdict === null ? [[key, speech]] : []),
    waits: new Map(),
    count: 1,
    t: 0,
    at: 0,
    beat: null,
  };
}

test("a sentence waits for its end, and a second attempt is read from its beginning", () => {
  const recital = new Recital();
  expect(recital.next(moment("It is so. Or"))).toEqual(["It is so."]);
  expect(recital.next(moment("It is so. Or not. Th"))).toEqual(["Or not."]);
  expect(recital.next(moment("Again it", { attempt: 2 }))).toEqual([]);
  expect(recital.next(moment("Again it is so. Yes.", { attempt: 2 }))).toEqual(["Again it is so."]);
  expect(recital.next({ ...moment("", { attempt: 2 }), speeches: new Map() })).toEqual([]);
  expect(recital.next(moment("", { verdict: "Again it is so. Yes." }))).toEqual(["Yes."]);
  expect(recital.next(moment("", { verdict: "Again it is so. Yes." }))).toEqual([]);
  expect(new Recital().next(moment("", { verdict: "It is **so**." }))).toEqual(["It is so."]);
});

test("what was there before it began is not read, and a form never is", () => {
  const recital = new Recital();
  recital.begin(moment("Old news. New "));
  expect(recital.next(moment("Old news. New words. And"))).toEqual(["words."]);
  expect(new Recital().next(moment('{"answer": "It is so. And so."'))).toEqual([]);
});
